import { workerData } from 'node:worker_threads';
import { type CrewMember, serveCrew } from './grow/thread-crew.js';

serveCrew(workerData as CrewMember);
