/** What other areas may use of this one. */

export { askAgainOf, holdApproval } from './acts/ask-again.service.ts'
export { wantedMember } from './list/wanted-member.ts'
export { seenForAct as seenTask, taskIfSeen } from './task-act.ts'
export { seesTask } from './task-sight.ts'
export { isOpen } from './task-wire.ts'
