/** What the first cards can do without. */
export { FindStep } from '../find/find-step.tsx'
export { Outline } from '../outline/outline.tsx'
export { Dialogs } from './dialogs.tsx'
export { Side } from './side.tsx'
