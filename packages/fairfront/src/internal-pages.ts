// What the studio's components show, and what makes it of results. Nothing here needs Node. Not part of the interface.

export { auditPage } from './audit/audit-page.js';
export { biasAuditPage } from './audit/bias-audit-page.js';
export { comparePage } from './compare/compare-page.js';
export { decidedPage } from './decide/decision-page.js';
export { theoryPage } from './demo/theory-page.js';
export { discoverPage } from './discover/discover-page.js';
export { frontPage } from './front/front-page.js';
export { paperPage } from './paper/paper-page.js';
export { fitPage } from './report/fit-page.js';
export { commandLine, inFlags, inWords } from './report/flags.js';
export type { Block, PageVerdict, PeopleRow, ReportPage, Section } from './report/page.js';
export { type Pages, pageHtml } from './report/page-html.js';
export { changeText } from './report/people-words.js';
export type { TextTable } from './report/table.js';
export type {
  ExplorerPoint,
  FrontExplorer,
  Happened,
  OpenedRun,
  RunKind,
  RunState,
  RunSummary,
  StartRequest,
  StudioEvent,
  Workspace,
} from './studio/api.js';
export { watchPage } from './watch/watch-page.js';
