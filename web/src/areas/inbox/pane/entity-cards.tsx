import { Link, type LinkProps } from '@tanstack/react-router'
import type { MessageEntity } from '@throughline/contracts/message-entities'
import {
  ArrowUpRight,
  Download,
  FileSpreadsheet,
  FileText,
  Layers,
  ListChecks,
  type LucideIcon,
  Plug,
  Workflow,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { saveExport } from '../../../shared/exports.ts'
import { type Clock, dateText } from '../../../shared/format/time.ts'
import { Button } from '../../../ui/button.tsx'
import { InstanceStatusPill } from '../../instances/parts/instance-status.tsx'
import { TaskStatusPill } from '../../tasks/parts/task-status-pill.tsx'
import { texts } from '../inbox.texts.ts'

type LinkedEntity = Exclude<MessageEntity, { entityType: 'export' }>
type Card = { icon: LucideIcon; link: LinkProps; facts: string; status?: ReactNode }

const dayText = (day: string, zone: Clock['zone']) => (day.length === 10 ? dateText(day, 'UTC') : dateText(day, zone))

function taskCard(
  { entityId, status, dueDate, actionRequired }: Extract<MessageEntity, { entityType: 'task' }>,
  zone: string,
): Card {
  const state = status === 'overdue' ? 'pending' : status
  const overdue_at = status === 'overdue' ? new Date(0).toISOString() : null
  return {
    icon: ListChecks,
    link: { to: '/tasks/$taskId', params: { taskId: entityId } },
    facts: [
      ...(dueDate ? [texts.taskDue(dayText(dueDate, zone))] : []),
      ...(actionRequired ? [actionRequired] : []),
    ].join(' · '),
    status: <TaskStatusPill plain task={{ state, overdue_at }} />,
  }
}

function cardOf(entity: LinkedEntity, zone: string): Card {
  if (entity.entityType === 'task') return taskCard(entity, zone)
  if (entity.entityType === 'instance')
    return {
      icon: Layers,
      link: { to: '/instances/$instanceId', params: { instanceId: entity.entityId } },
      facts: entity.startDate ? texts.started(dateText(entity.startDate, zone)) : '',
      status: <InstanceStatusPill plain status={entity.status} />,
    }
  if (entity.entityType === 'workflow') {
    const version = entity.version === null ? texts.notPublished : texts.version(entity.version)
    return {
      icon: Workflow,
      link: { to: '/workflow-builder/$workflowId', params: { workflowId: entity.entityId } },
      facts: [version, texts.updated(dateText(entity.updatedAt, zone))].join(' · '),
    }
  }
  if (entity.entityType === 'connection')
    return {
      icon: Plug,
      link: {
        to: '/integrations/$toolId',
        params: { toolId: entity.toolId },
        search: { connection: entity.entityId },
      },
      facts: entity.signedOut ? texts.signedOut : texts.connected,
    }
  return {
    icon: FileText,
    link: { to: '/files', search: { file: entity.entityId } },
    facts: texts.version(entity.version),
  }
}

type ExportCardProps = { entity: Extract<MessageEntity, { entityType: 'export' }>; zone: string }

/** The file of an export, as long as it can be had. */
function ExportCard({ entity: { entityId, entityLabel, state, rows, expiresAt }, zone }: ExportCardProps) {
  return (
    <li className="flex min-h-12 items-center gap-3 px-3.5 py-2">
      <FileSpreadsheet size={15} aria-hidden className="shrink-0 text-fg-3" />
      <span className="min-w-0 flex-1 leading-snug">
        <span translate="no" className="block truncate text-sm font-medium">
          {entityLabel}
        </span>
        {state === 'ready' && (
          <span className="block truncate text-xs text-fg-3">
            {texts.exportFacts(rows ?? 0, dateText(expiresAt, zone))}
          </span>
        )}
      </span>
      {state === 'ready' && (
        <Button icon={Download} onClick={() => void saveExport(entityId)}>
          {texts.download}
        </Button>
      )}
    </li>
  )
}

/** What the message is about; each opens in a tab of its own. */
export function EntityCards({ entities }: { entities: readonly MessageEntity[] }) {
  const zone = useZone()
  if (entities.length === 0) return null
  return (
    <ul className="divide-y overflow-hidden rounded-lg border">
      {entities.map((entity) => {
        if (entity.entityType === 'export') return <ExportCard key={entity.entityId} entity={entity} zone={zone} />
        const { icon: Icon, link, facts, status } = cardOf(entity, zone)
        return (
          <li key={`${entity.entityType} ${entity.entityId}`}>
            <Link
              {...link}
              target="_blank"
              rel="noopener"
              className="inset-focus flex min-h-12 items-center gap-3 px-3.5 py-2 hover:bg-surface-2"
            >
              <Icon size={15} aria-hidden className="shrink-0 text-fg-3" />
              <span className="min-w-0 flex-1 leading-snug">
                <span translate="no" className="block truncate text-sm font-medium">
                  {entity.entityLabel}
                </span>
                {facts && <span className="block truncate text-xs text-fg-3">{facts}</span>}
              </span>
              {status}
              <ArrowUpRight size={14} aria-hidden className="shrink-0 text-fg-3" />
              <span className="sr-only">{texts.newTab}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
