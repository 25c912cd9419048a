import { useQueryClient } from '@tanstack/react-query'
import type { ConnectionPage } from '@throughline/contracts/connection-acts'
import { useAct } from '../../../shared/use-act.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { texts as catalogueTexts } from '../catalogue/catalogue.texts.ts'
import { toolCalls } from '../integrations.api.ts'
import { toolsKey } from '../integrations.keys.ts'
import { texts as pageTexts } from './page.texts.ts'

const texts = pageTexts.disconnect

type DisconnectProps = { page: ConnectionPage; onEnded: () => void; onClose: () => void }

/** Lists the steps that would stop, and what is under way. */
export function DisconnectDialog({ page, onEnded, onClose }: DisconnectProps) {
  const { connection, steps, hidden_workflows, under_way } = page
  const queries = useQueryClient()
  const { run } = useAct({ refresh: () => queries.invalidateQueries({ queryKey: toolsKey }) })
  const workflows = new Set(steps.map(({ workflow }) => workflow.id)).size + hidden_workflows
  const disconnect = async () => {
    const isDone = await run({
      call: () => toolCalls.disconnect(connection.id),
      done: catalogueTexts.disconnected(connection.name),
      failed: catalogueTexts.disconnectFailed,
    })
    if (isDone) onEnded()
  }
  const form = (
    <div className="space-y-3">
      {workflows > 0 && (
        <ul className="max-h-60 divide-y overflow-y-auto rounded-md border text-sm">
          {steps.map(({ workflow, step, running }) => (
            <li key={`${workflow.id} ${step}`} className="flex gap-3 px-3 py-2">
              <span translate="no" className="min-w-0 flex-1">
                <span className="block truncate font-medium">{workflow.name}</span>
                <span className="block truncate text-xs text-fg-2">{step}</span>
              </span>
              <span className="tnum text-fg-2">{texts.running(running)}</span>
            </li>
          ))}
          {hidden_workflows > 0 && <li className="px-3 py-2 text-fg-2">{texts.hidden(hidden_workflows)}</li>}
        </ul>
      )}
      {under_way > 0 && <Banner tone="warning" title={texts.underWay(under_way)} />}
    </div>
  )
  return (
    <AlertDialog
      onClose={onClose}
      title={texts.title(connection.name)}
      confirmLabel={texts.act(connection.name)}
      form={form}
      onConfirm={disconnect}
    >
      {workflows > 0 ? texts.used(workflows) : texts.unused}
    </AlertDialog>
  )
}
