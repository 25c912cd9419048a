import { uiTexts } from './ui.texts.ts'

type PriorityLevel = 'urgent' | 'high' | 'medium' | 'low'

type PriorityProps = {
  level: PriorityLevel
  label: string
  /** Shows the word; otherwise it is for screen readers only. */
  text?: boolean
}

const FILLED: Record<PriorityLevel, number> = { urgent: 3, high: 3, medium: 2, low: 1 }

export function Priority({ level, label, text }: PriorityProps) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-fg-2">
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden className="shrink-0">
        {level === 'urgent' ? <Alarm /> : <Bars filled={FILLED[level]} />}
      </svg>
      {text ? label : <span className="sr-only">{uiTexts.priority(label)}</span>}
    </span>
  )
}

function Alarm() {
  return (
    <>
      <rect width="14" height="14" rx="3.5" fill="var(--danger-mark)" />
      <path d="M7 3.4v4.2M7 10.2v.1" stroke="#fff" strokeWidth="1.8" strokeLinecap="round" />
    </>
  )
}

function Bars({ filled }: { filled: number }) {
  return [0, 1, 2].map((bar) => (
    <rect
      key={bar}
      x={1 + bar * 4.4}
      y={9 - bar * 3.2}
      width="3"
      height={4 + bar * 3.2}
      rx="1"
      fill={bar < filled ? 'var(--fg-2)' : 'var(--border-strong)'}
    />
  ))
}
