import { workerData } from 'node:worker_threads';
import { type CrewMember, failCrew, serveCrew } from './grow/thread-crew.js';

try {
  serveCrew(workerData as CrewMember);
} catch {
  failCrew(workerData as CrewMember);
}
