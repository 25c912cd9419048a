import { taskLabels } from './task-labels.ts'

/** Under a value of which only the beginning was sent: how long the whole is. */
export function CutNote({ size }: { size: number | null }) {
  return size !== null && <span className="block text-xs text-fg-3">{taskLabels.beginningOf(size)}</span>
}
