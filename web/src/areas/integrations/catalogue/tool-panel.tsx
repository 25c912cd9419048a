import { Link } from '@tanstack/react-router'
import type { Connection } from '@throughline/contracts/connections'
import { Plug } from 'lucide-react'
import { useZone } from '../../../shared/current-user.ts'
import { dateText } from '../../../shared/format/time.ts'
import { Gone } from '../../../shared/query-failed.tsx'
import { Button } from '../../../ui/button.tsx'
import { linkClass } from '../../../ui/link-style.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Fact, Section } from '../../../ui/section.tsx'
import type { ListedTool } from '../integrations.api.ts'
import { Health, ToolBadges } from '../parts/tool-badges.tsx'
import { spec, texts } from './catalogue.texts.ts'

const { panel: panelTexts } = texts

type ConnectionActs = { onConnect: (tool: ListedTool) => void; onDisconnect: (connection: Connection) => void }

type ToolPanelProps = {
  tool: ListedTool
  /** Absent for those who may only look. */
  acts: ConnectionActs | undefined
  onClose: () => void
}

/** One tool: what it is, and who has connected it. */
export function ToolPanel({ tool, acts, onClose }: ToolPanelProps) {
  const { name, description, connections } = tool
  const hasOwn = connections.some(({ is_own }) => is_own)
  return (
    <Panel
      title={name}
      onClose={onClose}
      footer={
        acts && (
          <Button variant="primary" block onClick={() => acts.onConnect(tool)}>
            {hasOwn ? panelTexts.connectAnother : spec.connect}
          </Button>
        )
      }
    >
      <div className="space-y-6">
        <div>
          <p translate="no" className="text-sm wrap-anywhere whitespace-pre-wrap text-fg-2">
            {description}
          </p>
          <ToolBadges tool={tool} />
        </div>
        <Section title={panelTexts.connections} count={connections.length}>
          {connections.length === 0 && <p className="text-sm text-fg-3">{panelTexts.noConnections}</p>}
          {connections.length > 0 && (
            <ul aria-label={texts.connectionsOf(name)} className="divide-y rounded-md border">
              {connections.map((connection) => (
                <ConnectionRow key={connection.id} connection={connection} onDisconnect={acts?.onDisconnect} />
              ))}
            </ul>
          )}
        </Section>
        <About tool={tool} />
      </div>
    </Panel>
  )
}

type ConnectionRowProps = { connection: Connection; onDisconnect: ConnectionActs['onDisconnect'] | undefined }

function ConnectionRow({ connection, onDisconnect }: ConnectionRowProps) {
  const { id, tool_id, name, user_username, connected_at, usable_by, is_own, problem } = connection
  const zone = useZone()
  return (
    <li className="flex items-center gap-2 px-3 py-2">
      <div className="min-w-0 flex-1 text-xs text-fg-2">
        <Link
          to="/integrations/$toolId"
          params={{ toolId: tool_id }}
          search={{ connection: id }}
          translate="no"
          title={name}
          className={`${linkClass} block truncate text-sm font-medium`}
        >
          {name}
        </Link>
        <p className="wrap-anywhere">
          {user_username ? <span translate="no">{spec.connectedBy(user_username)}</span> : texts.isConnected}
          {`, ${dateText(connected_at, zone)}`}
        </p>
        <p>{panelTexts.usableBy[usable_by]}</p>
        <p className="mt-1">
          <Health connection={connection} />
        </p>
        {problem && (
          <p translate="no" className="mt-1 wrap-anywhere text-danger-fg">
            {problem}
          </p>
        )}
      </div>
      {is_own && onDisconnect && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={texts.disconnectNamed(name)}
          onClick={() => onDisconnect(connection)}
        >
          {spec.disconnect}
        </Button>
      )}
    </li>
  )
}

function About({ tool }: { tool: ListedTool }) {
  const { version, api_endpoint, tool_url, honours_key, input_schema, output_schema } = tool
  return (
    <Section title={panelTexts.about}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 text-sm">
        <Fact name={panelTexts.version}>
          <span translate="no">{version}</span>
        </Fact>
        {api_endpoint !== '' && (
          <Fact name={panelTexts.endpoint}>
            <span translate="no" className="font-mono text-xs wrap-anywhere">
              {api_endpoint}
            </span>
          </Fact>
        )}
        <Fact name={panelTexts.url}>
          <a
            href={tool_url}
            target="_blank"
            rel="noopener noreferrer"
            translate="no"
            className={`${linkClass} wrap-anywhere`}
          >
            {tool_url}
          </a>
        </Fact>
        <Fact name={panelTexts.retries}>{honours_key ? panelTexts.keyed : panelTexts.once}</Fact>
      </dl>
      <SchemaText title={panelTexts.input} schema={input_schema} />
      <SchemaText title={panelTexts.output} schema={output_schema} />
    </Section>
  )
}

function SchemaText({ title, schema }: { title: string; schema: ListedTool['input_schema'] }) {
  if (Object.keys(schema).length === 0) return null
  return (
    <details className="mt-2 text-sm">
      <summary className="cursor-pointer rounded-xs text-fg-2">{title}</summary>
      <pre
        translate="no"
        className="mt-1.5 rounded-sm bg-surface-2 p-2.5 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
      >
        {JSON.stringify(schema, null, 2)}
      </pre>
    </details>
  )
}

/** The address names a tool that is not there. */
export function NoTool({ onClose }: { onClose: () => void }) {
  return (
    <Panel title={spec.title} onClose={onClose}>
      <Gone icon={Plug} title={panelTexts.gone} hint={panelTexts.goneHint} />
    </Panel>
  )
}
