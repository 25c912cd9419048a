import type { Workflow } from '@throughline/contracts/workflows'
import type { FlowDoc } from '@throughline/flow/document'
import { Info } from 'lucide-react'
import { useZone } from '../../../shared/current-user.ts'
import { dateText } from '../../../shared/format/time.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { spec, texts } from '../builder.texts.ts'
import { statusOf } from './status.ts'

/** What the specification calls the info panel. */
export function InfoPopover({ doc, workflow }: { doc: FlowDoc; workflow: Workflow | undefined }) {
  const zone = useZone()
  const rows: [string, string][] = [
    [spec.info.created, workflow ? dateText(workflow.created_at, zone) : '–'],
    [spec.info.lastInstance, String(workflow?.last_instance_number ?? 0)],
    [spec.info.status, workflow ? statusOf(workflow).label : spec.active],
    [spec.info.version, doc.metadata.version],
    [spec.info.category, doc.metadata.category],
    [texts.prefix, doc.prefix],
    [texts.published, workflow?.current_version ? texts.version(workflow.current_version) : texts.notPublished],
    ...(workflow?.owner ? [[texts.owner, workflow.owner.name] satisfies [string, string]] : []),
  ]
  return (
    <Popover title={texts.infoTitle} trigger={<IconButton label={texts.infoTitle} icon={Info} size="sm" />}>
      <dl className="grid grid-cols-[120px_1fr] gap-y-2 text-sm">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-fg-3">{label}</dt>
            <dd translate="no" className="min-w-0 break-words">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </Popover>
  )
}
