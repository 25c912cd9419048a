import { CloudOff, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'
import { uiTexts } from './ui.texts.ts'

type ErrorBlockProps = {
  title: string
  /** The cause, when it is known. */
  hint?: ReactNode
  icon?: LucideIcon
  onRetry?: () => void
  /** Where the specification has another word for it. */
  retryLabel?: string
  retrying?: boolean
}

/** Stands where the content would be. */
export function ErrorBlock({ title, hint, icon = CloudOff, onRetry, retryLabel, retrying }: ErrorBlockProps) {
  const retry = onRetry && (
    <Button variant="primary" busy={retrying} onClick={onRetry}>
      {retryLabel ?? uiTexts.tryAgain}
    </Button>
  )
  return (
    <div role="alert">
      <Empty icon={icon} title={title} hint={hint} action={retry} />
    </div>
  )
}
