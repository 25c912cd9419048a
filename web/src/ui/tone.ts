export type Tone = 'neutral' | 'info' | 'warning' | 'success' | 'danger' | 'violet' | 'quiet' | 'accent'

/** Background and text; every pair is readable (4.5:1) in both themes. */
export const toneChip: Record<Tone, string> = {
  neutral: 'bg-neutral-bg text-neutral-fg',
  info: 'bg-info-bg text-info-fg',
  warning: 'bg-warning-bg text-warning-fg',
  success: 'bg-success-bg text-success-fg',
  danger: 'bg-danger-bg text-danger-fg',
  violet: 'bg-violet-bg text-violet-fg',
  quiet: 'bg-quiet-bg text-quiet-fg',
  accent: 'bg-accent-subtle text-accent-text',
}
