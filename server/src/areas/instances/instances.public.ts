/** What other areas may use of this one. */

export { shownAnswers } from './answers.service.ts'
export { isClientVisible } from './client-list.queries.ts'
export { boundsOf, type CountedFilter, countedConditions, countedFilterOf } from './counted-filter.ts'
export { dayIn, dueOnWire, endOfDay, isInReach, isoDay, readDue, type StoredDue } from './due.ts'
export { calendarOf } from './engine/load-running.ts'
export { lockInstancesOf, requireLocked } from './engine/lock-instance.ts'
export { isTeamHere } from './engine/people.queries.ts'
export { runTimes, workingTime } from './engine/run-times.queries.ts'
export { standInOf } from './engine/stand-in.ts'
export { type Version, versionIfReadable, versionOf } from './engine/version.ts'
export { approversWithoutVote, excludedFrom, forbidsOwnWork } from './excluded-from.service.ts'
export { shareFilesOf } from './files.service.ts'
export { instanceOfTask } from './instance-of-task.service.ts'
export { instanceRows } from './instance-rows.queries.ts'
export { headOf as instanceHead } from './instance-wire.ts'
export { hasUploadedTo } from './instances.ports.ts'
export { overrideRun, retryRun } from './operator.service.ts'
export { escaped, outsideContent } from './outside-mail/outside-content.ts'
export { playAct } from './play-act.service.ts'
export { remindAssignees } from './reminders/reminder.service.ts'
export { findStartedByKey, requireStarted } from './start.queries.ts'
export { startInstance } from './start.ts'
export { requireStart, STARTED_BY_KEY, startIn } from './start-by-person.service.ts'
export { clientNamed } from './startable.queries.ts'
export { joinsIn } from './step-paths.ts'
export { recognizesRepeat } from './tools/recognizes-repeat.ts'
export { withoutSecrets } from './tools/without-secrets.ts'
export { effectsOfStep, findTraced, isStepFailed, type TracedEffect } from './trace.queries.ts'
export { idsIn } from './values.ts'
export { addParticipants, partsInTasks, presentAmong } from './visibility.queries.ts'
export {
  audienceOfInstance,
  type InstanceVisibility,
  publishInstanceFrame,
  publishTaskFrame,
  requireInstanceVisibility,
  requireVisibleInstance,
} from './visibility.service.ts'
export { waitingOf } from './waiting.service.ts'
export {
  instanceKey,
  type People,
  type PersonWire,
  peopleOf,
  personOf,
  priorityOnWire,
  queuesOf,
  storedPriority,
  taskKey,
} from './wire.service.ts'
