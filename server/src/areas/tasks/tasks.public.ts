/** What other areas may use of this one. */

export { askAgainOf, lockApproval } from './acts/ask-again.service.ts'
export { claim, complete, decide, retry, review } from './acts/task-acts.service.ts'
export { approvalSummary, judgedFiles } from './detail/approval-summary.ts'
export { memberInFilter } from './list/member-in-filter.ts'
export { findVisibleTask, requireVisibleTask } from './task-act.ts'
export { isTaskVisible } from './task-visibility.ts'
export { isOpen, shownStatus, statusName } from './task-wire.ts'
export { beginTask } from './task-write.queries.ts'
