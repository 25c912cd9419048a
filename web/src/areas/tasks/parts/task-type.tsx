import type { TaskType as Type } from '@throughline/contracts/tasks'
import { Bot, CircleHelp, Hand, type LucideIcon, Stamp } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'
import { taskLabels } from './task-labels.ts'

export const taskTypeIcons: Record<Type, LucideIcon> = {
  manual: Hand,
  approval: Stamp,
  automated: Bot,
  query: CircleHelp,
}

type TaskTypeProps = {
  type: Type
  size?: number
  /** For the word: what a narrow container leaves to screen readers. */
  wordClass?: string
}

export function TaskType({ type, size = 14, wordClass }: TaskTypeProps) {
  const Icon = taskTypeIcons[type]
  const word = taskLabels.types[type]
  return (
    <span title={word} className="inline-flex items-center gap-1.5 whitespace-nowrap text-fg-2">
      <Icon size={size} strokeWidth={1.8} aria-hidden className="shrink-0" />
      <span className={cn(wordClass)}>{word}</span>
    </span>
  )
}
