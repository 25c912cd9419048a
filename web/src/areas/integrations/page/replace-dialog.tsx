import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ConnectionPage } from '@throughline/contracts/connection-acts'
import type { ConnectionId } from '@throughline/contracts/ids'
import { useState } from 'react'
import { useAct } from '../../../shared/use-act.ts'
import { buttonClass } from '../../../ui/button-style.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { catalogueQuery, toolCalls } from '../integrations.api.ts'
import { toolsKey } from '../integrations.keys.ts'
import { texts as pageTexts } from './page.texts.ts'
import { StepUse } from './page-tables.tsx'

const texts = pageTexts.replace

type ReplaceProps = { page: ConnectionPage; onClose: () => void }

/** Puts another connection of the same tool into the drafts that call by this one. */
export function ReplaceDialog({ page: { connection, steps }, onClose }: ReplaceProps) {
  const queries = useQueryClient()
  const { data: tools = [] } = useQuery(catalogueQuery)
  const { busy, run } = useAct({ refresh: () => queries.invalidateQueries({ queryKey: toolsKey }) })
  const others = (tools.find(({ id }) => id === connection.tool_id)?.connections ?? []).filter(
    ({ id }) => id !== connection.id,
  )
  const [chosen, setChosen] = useState<ConnectionId>()
  const [error, setError] = useState<string>()
  const by = others.find(({ id }) => id === chosen) ?? (others.length === 1 ? others[0] : undefined)
  const drafts = steps.filter(({ in_draft }) => in_draft)
  const replace = async () => {
    if (!by) return setError(texts.missing)
    const isDone = await run({
      call: () => toolCalls.replace(connection.id, by.id),
      done: (changed) => texts.done(changed.length, by.name),
      failed: texts.failed,
    })
    if (isDone) onClose()
  }
  const hasChoice = others.length > 0 && drafts.length > 0
  return (
    <Dialog
      title={texts.title(connection.name)}
      note={texts.note}
      width={560}
      onClose={onClose}
      action={{
        label: texts.act(drafts.length),
        busy: busy !== undefined,
        disabled: !hasChoice,
        onClick: () => void replace(),
      }}
    >
      <div className="space-y-4">
        {others.length > 0 ? (
          <Field label={texts.by} error={error}>
            <Select
              value={by?.id ?? null}
              placeholder={texts.choose}
              onChange={(id) => {
                setChosen(id)
                setError(undefined)
              }}
              items={others.map(({ id, name, user_username }) => ({
                value: id,
                label: name,
                hint: texts.owned(user_username),
              }))}
            />
          </Field>
        ) : (
          <div className="space-y-3 text-sm">
            <p>{texts.noOther(connection.tool_name)}</p>
            <Link
              to="/integrations"
              search={{ tool: connection.tool_id, panel: 'connect' }}
              className={buttonClass({ size: 'sm' })}
              onClick={onClose}
            >
              {texts.connect}
            </Link>
          </div>
        )}
        <div>
          <h3 className="text-sm font-medium">{drafts.length > 0 ? texts.steps(drafts.length) : texts.none}</h3>
          {drafts.length > 0 && (
            <ul className="mt-1.5 max-h-60 divide-y overflow-y-auto rounded-md border text-sm">
              {drafts.map((use) => (
                <StepUse key={`${use.workflow.id} ${use.step}`} use={use} />
              ))}
            </ul>
          )}
        </div>
      </div>
    </Dialog>
  )
}
