import type { CatalogueTool, Connection } from '@throughline/contracts/connections'
import { CircleAlert, CircleCheck, CircleDashed, CircleOff, CircleX, TriangleAlert } from 'lucide-react'
import { useZone } from '../../../shared/current-user.ts'
import { shortDate } from '../../../shared/format/time.ts'
import { useNow } from '../../../shared/use-now.ts'
import { cn } from '../../../ui/cn.ts'
import { Tag } from '../../../ui/tag.tsx'
import { toneChip } from '../../../ui/tone.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { spec, texts } from '../catalogue/catalogue.texts.ts'
import { toolIcon } from './tool-icons.ts'

/** Stands for a tool that brings no picture of its own. */
export function ToolMark({ tool }: { tool: Parameters<typeof toolIcon>[0] }) {
  const { icon: Icon, tone } = toolIcon(tool)
  return (
    <span className={cn('grid size-9 shrink-0 place-items-center rounded-md', toneChip[tone])}>
      <Icon size={18} strokeWidth={1.8} aria-hidden />
    </span>
  )
}

/** What it asks for, and what it is for. */
export function ToolBadges({ tool }: { tool: CatalogueTool }) {
  const { auth_required, is_paid, category_details } = tool
  if (!auth_required && !is_paid && category_details.length === 0) return null
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-2xs text-fg-2">
      {auth_required && <Badge label={spec.auth} meaning={texts.authMeaning} />}
      {is_paid && <Badge label={spec.paid} meaning={texts.paidMeaning} />}
      {category_details.map(({ id, name }) => (
        <span key={id} translate="no" className="tracking-wide uppercase">
          {name}
        </span>
      ))}
    </p>
  )
}

function Badge({ label, meaning }: { label: string; meaning: string }) {
  return (
    <Tooltip label={meaning}>
      <span className="relative rounded-xs border border-line-control px-1 font-semibold text-fg">{label}</span>
    </Tooltip>
  )
}

const HEALTH = {
  unused: { icon: CircleDashed, tone: 'neutral' },
  quiet: { icon: CircleDashed, tone: 'neutral' },
  working: { icon: CircleCheck, tone: 'success' },
  slow: { icon: TriangleAlert, tone: 'warning' },
  rejected: { icon: CircleX, tone: 'danger' },
  off: { icon: CircleOff, tone: 'danger' },
  needs_attention: { icon: CircleAlert, tone: 'danger' },
} as const

/** How a connection does, by its last calls. */
export function Health({
  connection: { health, active_at },
}: {
  connection: Pick<Connection, 'health' | 'active_at'>
}) {
  const zone = useZone()
  const now = useNow()
  const text =
    health === 'quiet' && active_at ? texts.quietSince(shortDate(active_at, zone, now)) : texts.health[health]
  return <Tag {...HEALTH[health]}>{text}</Tag>
}
