import type { StepType } from '@throughline/contracts/workflows'
import { Bot, GitBranch, Hand, Hourglass, type LucideIcon, Stamp, Workflow } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'
import { texts } from './canvas.texts.ts'

type StepKind = {
  label: string
  icon: LucideIcon
  /** Background and colour of its glyph. */
  tone: string
  /** Custom properties for drawings. */
  mark: string
  fill: string
}

const { kinds } = texts

export const STEP_KINDS: Record<StepType, StepKind> = {
  manual: {
    label: kinds.manual,
    icon: Hand,
    tone: 'bg-info-bg text-info-fg',
    mark: 'var(--info-mark)',
    fill: 'var(--info-bg)',
  },
  tool: {
    label: kinds.tool,
    icon: Bot,
    tone: 'bg-accent-subtle text-accent-text',
    mark: 'var(--viz-1)',
    fill: 'var(--accent-subtle)',
  },
  approval: {
    label: kinds.approval,
    icon: Stamp,
    tone: 'bg-warning-bg text-warning-fg',
    mark: 'var(--warning-mark)',
    fill: 'var(--warning-bg)',
  },
  condition: {
    label: kinds.condition,
    icon: GitBranch,
    tone: 'bg-violet-bg text-violet-fg',
    mark: 'var(--violet-mark)',
    fill: 'var(--violet-bg)',
  },
  wait: {
    label: kinds.wait,
    icon: Hourglass,
    tone: 'bg-neutral-bg text-neutral-fg',
    mark: 'var(--neutral-mark)',
    fill: 'var(--neutral-bg)',
  },
  subworkflow: {
    label: kinds.subworkflow,
    icon: Workflow,
    tone: 'bg-success-bg text-success-fg',
    mark: 'var(--success-mark)',
    fill: 'var(--success-bg)',
  },
}

/** In the order in which they are offered. */
export const STEP_TYPES: readonly StepType[] = ['manual', 'tool', 'approval', 'condition', 'wait', 'subworkflow']

/** A step's type as a coloured square; its words stand beside it. */
export function StepGlyph({ type, size = 22, className }: { type: StepType; size?: number; className?: string }) {
  const { icon: Icon, tone } = STEP_KINDS[type]
  return (
    <span
      aria-hidden
      style={{ width: size, height: size }}
      className={cn('grid shrink-0 place-items-center rounded-[6px]', tone, className)}
    >
      <Icon size={Math.round(size * 0.56)} strokeWidth={2} />
    </span>
  )
}
