import { CircleCheck, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { IconButton } from './icon-button.tsx'
import { uiTexts } from './ui.texts.ts'

type BannerTone = 'danger' | 'success' | 'info' | 'warning'

type BannerProps = {
  tone: BannerTone
  title: ReactNode
  icon?: LucideIcon
  /** Second line: cause or what to do. */
  children?: ReactNode
  action?: ReactNode
  onDismiss?: () => void
  className?: string
}

const tones: Record<BannerTone, [LucideIcon, string]> = {
  danger: [TriangleAlert, 'border-danger-line bg-danger-bg text-danger-fg'],
  success: [CircleCheck, 'border-success-line bg-success-bg text-success-fg'],
  info: [Info, 'border-info-line bg-info-bg text-info-fg'],
  warning: [TriangleAlert, 'border-warning-line bg-warning-bg text-warning-fg'],
}

export function Banner({ tone, title, icon, children, action, onDismiss, className }: BannerProps) {
  const [toneIcon, look] = tones[tone]
  const Icon = icon ?? toneIcon
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cn('flex gap-3 rounded-md border px-3.5 py-2.5', !children && 'items-center', look, className)}
    >
      <Icon size={17} strokeWidth={2} aria-hidden className={cn('shrink-0', children && 'mt-0.5')} />
      {/* Where both would be narrow, the action stands under the words. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-[min(100%,12rem)] flex-1">
          <p className="text-sm font-medium">{title}</p>
          {children && <div className="mt-0.5 text-sm text-fg-2">{children}</div>}
        </div>
        {action && <div className="flex shrink-0 items-center gap-2">{action}</div>}
      </div>
      {onDismiss && <IconButton label={uiTexts.dismiss} icon={X} size="sm" onClick={onDismiss} />}
    </div>
  )
}
