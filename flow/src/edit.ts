export { type Applied, applyEdit, applyEdits, type Edit } from './edit/apply.ts'
export { isOvertaken, needsOf } from './edit/needs.ts'
export { endingAs, putAfter, setStep, setTargets } from './edit/place.ts'
export { type Edited, removeStep } from './edit/remove.ts'
export {
  allTargets,
  atOnce,
  mainOutcome,
  mapSteps,
  reachable,
  retargeted,
  stepAt,
  targetsOf,
  tidy,
  unique,
  withMarks,
  withTargets,
} from './edit/targets.ts'
