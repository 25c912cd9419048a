import { Link } from '@tanstack/react-router'
import type { Connection } from '@throughline/contracts/connections'
import { RotateCw, Workflow } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { cn } from '../../../ui/cn.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'
import type { ListedTool } from '../integrations.api.ts'
import { Health, ToolBadges, ToolMark } from '../parts/tool-badges.tsx'
import { spec, texts } from './catalogue.texts.ts'
import { catalogueSearch } from './catalogue-search.ts'

export type ToolActs = {
  onConnect: (tool: ListedTool) => void
  /** Asks first; of several connections the person chooses one. */
  onDisconnect: (tool: ListedTool) => void
}

type ToolCardProps = {
  tool: ListedTool
  isOpen: boolean
  /** Absent for those who may only look. */
  acts: ToolActs | undefined
}

export function ToolCard({ tool, isOpen, acts }: ToolCardProps) {
  const { name, short_description, description, connections } = tool
  const shown = connections.find(({ health }) => isTrouble(health)) ?? connections[0]
  return (
    <li
      data-row={tool.id}
      className={cn(
        'card relative flex flex-col rounded-lg border bg-card shadow-xs hover:border-line-strong',
        isOpen && 'border-accent ring-1 ring-accent hover:border-accent',
      )}
    >
      <div className="flex flex-1 gap-3 p-4">
        <ToolMark tool={tool} />
        <div className="min-w-0 flex-1">
          <div className="flex items-start gap-2">
            <h3 className="min-w-0 flex-1 text-md">
              <Link
                to="/integrations"
                search={(search) => catalogueSearch({ ...search, tool: tool.id, panel: undefined })}
                data-main
                aria-expanded={isOpen}
                translate="no"
                title={name}
                className="block truncate after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
              >
                {name}
              </Link>
            </h3>
            {shown && <Health connection={shown} />}
          </div>
          <p translate="no" className="mt-0.5 line-clamp-2 text-sm wrap-anywhere text-fg-2">
            {short_description || description}
          </p>
          <ToolBadges tool={tool} />
        </div>
      </div>
      {shown && <Trouble connection={shown} />}
      <div className="flex min-h-12 items-center gap-2 border-t py-2 pr-2 pl-4 text-xs text-fg-2">
        <span className="min-w-0 flex-1 truncate">
          <ConnectedBy tool={tool} />
        </span>
        {shown && <Uses connections={connections} />}
        {acts && <CardAct tool={tool} acts={acts} />}
      </div>
    </li>
  )
}

const TROUBLES = {
  needs_attention: 'bg-danger-bg text-danger-fg',
  off: 'bg-danger-bg text-danger-fg',
  rejected: 'bg-danger-bg text-danger-fg',
  slow: 'bg-warning-bg text-warning-fg',
}

const isTrouble = (health: Connection['health']): health is keyof typeof TROUBLES => Object.hasOwn(TROUBLES, health)

/** What is wrong with it, in a line. */
function Trouble({ connection: { health, problem } }: { connection: Connection }) {
  if (!isTrouble(health)) return null
  return (
    <p title={problem ?? undefined} className={cn('truncate px-4 py-1.5 text-xs', TROUBLES[health])}>
      {texts.troubles[health]}
      {health === 'rejected' && problem !== null && <span translate="no"> {problem}</span>}
    </p>
  )
}

/** How many workflows call by connections of the tool. */
function Uses({ connections }: Pick<ListedTool, 'connections'>) {
  const named = new Set(connections.flatMap(({ used_in }) => used_in.map(({ id }) => id))).size
  const count = named + connections.reduce((all, { used_in_more }) => all + used_in_more, 0)
  if (count === 0) return null
  return (
    <Tooltip label={texts.usedIn(count)}>
      <span className="tnum relative flex shrink-0 items-center gap-1">
        <Workflow size={13} aria-hidden />
        <span aria-hidden>{count}</span>
        <span className="sr-only">{texts.usedIn(count)}</span>
      </span>
    </Tooltip>
  )
}

/** Whose connection it is, the viewer's own before those of others. */
function ConnectedBy({ tool: { connections } }: { tool: ListedTool }) {
  const [first, ...others] = connections
  if (!first) return texts.notConnected
  return (
    <>
      {first.user_username ? <span translate="no">{spec.connectedBy(first.user_username)}</span> : texts.isConnected}
      {others.length > 0 && ` · ${texts.several(connections.length)}`}
    </>
  )
}

/** Only one's own connection can be ended; beside somebody else's one can make one's own. */
function CardAct({ tool, acts }: { tool: ListedTool; acts: ToolActs }) {
  const isOwn = tool.connections.some(({ is_own }) => is_own)
  const refused = tool.connections.find(({ is_own, health }) => is_own && health === 'needs_attention')
  if (refused)
    return (
      <Link
        to="/integrations/$toolId"
        params={{ toolId: tool.id }}
        search={{ connection: refused.id }}
        aria-label={texts.reconnectNamed(refused.name)}
        className={`${buttonClass({ variant: 'primary', size: 'sm' })} relative`}
      >
        <RotateCw size={14} aria-hidden />
        {texts.reconnect}
      </Link>
    )
  return (
    <Button
      size="sm"
      variant={isOwn ? 'ghost' : 'secondary'}
      aria-label={isOwn ? texts.disconnectNamed(tool.name) : texts.connectNamed(tool.name)}
      className="relative"
      onClick={() => (isOwn ? acts.onDisconnect(tool) : acts.onConnect(tool))}
    >
      {isOwn ? spec.disconnect : spec.connect}
    </Button>
  )
}
