import type { Tone } from './tone.ts'

export type Status =
  | 'draft'
  | 'pending'
  | 'in_progress'
  | 'review'
  | 'approved'
  | 'completed'
  | 'rejected'
  | 'overdue'
  | 'failed'

/** The specification's hue fills the shape; the tone gives outline and text, because three hues are too pale alone. */
export const statusLook: Record<Status, { fill: string; tone: Exclude<Tone, 'accent'> }> = {
  draft: { fill: 'var(--status-draft)', tone: 'neutral' },
  pending: { fill: 'var(--status-pending)', tone: 'neutral' },
  in_progress: { fill: 'var(--status-in-progress)', tone: 'info' },
  review: { fill: 'var(--status-review)', tone: 'warning' },
  approved: { fill: 'var(--status-approved)', tone: 'success' },
  completed: { fill: 'var(--status-completed)', tone: 'quiet' },
  rejected: { fill: 'var(--status-rejected)', tone: 'danger' },
  overdue: { fill: 'var(--status-overdue)', tone: 'danger' },
  failed: { fill: 'var(--status-failed)', tone: 'danger' },
}
