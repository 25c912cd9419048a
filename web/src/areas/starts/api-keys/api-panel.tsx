import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApiCall, ListedApiKey } from '@throughline/contracts/api-keys'
import * as apiKeys from '@throughline/contracts/api-keys'
import { type Target, targetsOf } from '@throughline/flow/form-mapping'
import { ArrowLeft, KeyRound, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../shared/api.ts'
import { useCurrentUser, useZone } from '../../../shared/current-user.ts'
import { momentText } from '../../../shared/format/moments.ts'
import { shortDate } from '../../../shared/format/time.ts'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { useAct } from '../../../shared/use-act.ts'
import { useNow } from '../../../shared/use-now.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { texts as hookTexts } from '../hooks/hooks.texts.ts'
import { InstanceLink } from '../parts/instance-link.tsx'
import { Part } from '../parts/part.tsx'
import { type StandIn, StandInField } from '../parts/stand-in-field.tsx'
import { type StartedWorkflow, useStartedWorkflow } from '../parts/use-started-workflow.ts'
import { refreshStarts, startsKey } from '../starts.api.ts'
import { texts } from './api-keys.texts.ts'

const keysQuery = (workflowId: string) =>
  queryOptions({
    queryKey: [...startsKey(workflowId), 'api-keys'],
    queryFn: async ({ signal }) => (await api(apiKeys.listApiKeys, { params: { workflowId } }, { signal })).data,
  })

/** 256 random bits, made where they are shown: the server only ever keeps their hash. */
function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const text = btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
  return `tlk_${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
}

type ApiPanelProps = {
  workflowId: string
  mayEdit: boolean
  /** It was opened for a new key, whose name is typed first. */
  isAdding?: boolean
  onBack: () => void
  onClose: () => void
}

/** Keys with which programs start the workflow, and how they do. */
export function ApiPanel({ workflowId, mayEdit, isAdding = false, onBack, onClose }: ApiPanelProps) {
  const query = useQuery(keysQuery(workflowId))
  const { failed, workflow } = useStartedWorkflow(workflowId)
  const wrong = query.isError && !query.data ? query : failed
  const { data } = query
  return (
    <Panel
      title={texts.title}
      kind="wide"
      glyph={<IconButton label={texts.back} icon={ArrowLeft} onClick={onBack} />}
      onClose={onClose}
    >
      {data && workflow ? (
        <div className="@container -m-4">
          <p className="border-b px-4 py-2 text-xs text-fg-3">
            {texts.summary(
              data.keys.reduce((sum, { started }) => sum + started, 0),
              data.keys.length,
            )}
          </p>
          <div className="grid @min-[640px]:grid-cols-[11fr_12fr]">
            <div className="min-w-0">
              <Keys workflowId={workflowId} keys={data.keys} mayEdit={mayEdit} />
              {mayEdit && <NewKey workflowId={workflowId} workflow={workflow} isAdding={isAdding} />}
              <Part title={texts.rules}>
                <div className="grid gap-2 text-sm text-fg-2">
                  <p>{texts.ruleKey}</p>
                  <p>{texts.ruleSelf}</p>
                  <p>{texts.ruleFiles}</p>
                  <p>{texts.ruleRate}</p>
                </div>
              </Part>
            </div>
            <div className="min-w-0 bg-surface-2 p-4 @min-[640px]:border-l">
              <Example workflowId={workflowId} fields={workflow.fields} />
              <Calls calls={data.calls} />
            </div>
          </div>
        </div>
      ) : wrong ? (
        <QueryFailed query={wrong} title={texts.failed} />
      ) : (
        <output aria-label={texts.loading}>
          <Skeleton className="h-64 w-full" />
        </output>
      )}
    </Panel>
  )
}

type KeysProps = { workflowId: string; keys: readonly ListedApiKey[]; mayEdit: boolean }

function Keys({ workflowId, keys, mayEdit }: KeysProps) {
  const [asking, setAsking] = useState<ListedApiKey>()
  const queries = useQueryClient()
  const { run } = useAct({ refresh: () => refreshStarts(queries, workflowId) })
  const revoke = ({ id }: ListedApiKey) =>
    run({
      name: 'revoke',
      call: () => api(apiKeys.revokeApiKey, { params: { workflowId, keyId: id } }),
      done: texts.revoked,
      failed: texts.revokeFailed,
    })
  return (
    <Part title={texts.keys}>
      {keys.length === 0 ? (
        <p className="text-sm text-fg-3">{texts.none}</p>
      ) : (
        <ul className="divide-y rounded-md border">
          {keys.map((one) => (
            <KeyRow key={one.id} apiKey={one} onRevoke={mayEdit ? () => setAsking(one) : undefined} />
          ))}
        </ul>
      )}
      {asking && (
        <AlertDialog
          title={texts.revokeTitle(asking.name)}
          confirmLabel={texts.revokeConfirm}
          onConfirm={() => revoke(asking)}
          onClose={() => setAsking(undefined)}
        >
          {texts.revokeHint}
        </AlertDialog>
      )}
    </Part>
  )
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ListedApiKey; onRevoke: (() => void) | undefined }) {
  const [zone, now] = [useZone(), useNow()]
  const { name, end, last_used_on, ends_at } = apiKey
  const used = last_used_on ? texts.used(shortDate(`${last_used_on}T12:00:00Z`, 'UTC', now)) : texts.neverUsed
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <KeyRound size={14} aria-hidden className="shrink-0 text-fg-3" />
      <span className="min-w-0 flex-1">
        <span translate="no" className="flex items-center gap-2 text-sm font-medium">
          <span className="truncate">{name}</span>
          <span className="font-mono text-xs font-normal text-fg-3">{texts.end(end)}</span>
        </span>
        <span className="block truncate text-xs text-fg-3">
          {used}, {ends_at ? texts.expires(shortDate(ends_at, zone, now)) : texts.noEnd}
        </span>
      </span>
      {onRevoke && <IconButton label={texts.revoke(name)} icon={Trash2} size="sm" onClick={onRevoke} />}
    </li>
  )
}

const ENDS = (['30', '90', '365', 'never'] as const).map((value) => ({ value, label: texts.ends[value] }))

type NewKeyProps = Pick<ApiPanelProps, 'workflowId' | 'isAdding'> & { workflow: StartedWorkflow }

function NewKey({ workflowId, workflow, isAdding }: NewKeyProps) {
  const [name, setName] = useState('')
  const [ends, setEnds] = useState<(typeof ENDS)[number]['value']>('90')
  const [networks, setNetworks] = useState('')
  const [standIn, setStandIn] = useState<StandIn>()
  const [shown, setShown] = useState<string>()
  const queries = useQueryClient()
  const { busy, run } = useAct({ refresh: () => refreshStarts(queries, workflowId) })
  const create = async () => {
    const token = newToken()
    const body = {
      name: name.trim(),
      token,
      ends_in_days: ends === 'never' ? null : Number(ends),
      networks: networks
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
      ...(standIn && { stand_in: standIn }),
    }
    const isDone = await run({
      name: 'create',
      call: () => api(apiKeys.addApiKey, { params: { workflowId }, body }),
      done: texts.created,
      failed: texts.createFailed,
    })
    if (!isDone) return
    setShown(token)
    setName('')
    setNetworks('')
  }
  return (
    <Part title={texts.newKey}>
      <div className="grid gap-3">
        <Field label={texts.name}>
          <Input
            value={name}
            maxLength={120}
            placeholder={texts.namePlaceholder}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a person who asked for a new key names it first
            autoFocus={isAdding}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </Field>
        <p className="text-sm text-fg-2">
          <b className="font-medium text-fg">{texts.access}:</b> {texts.accessOnly(workflow.name)}
        </p>
        <Field label={texts.expiresLabel}>
          <Select label={texts.expiresLabel} value={ends} items={ENDS} onChange={setEnds} />
        </Field>
        <Field label={texts.ips} hint={texts.ipsHint} optional>
          <Input
            value={networks}
            maxLength={500}
            placeholder={texts.ipsPlaceholder}
            onChange={(event) => setNetworks(event.currentTarget.value)}
          />
        </Field>
        {workflow.needsStarter && <StandInOfKey value={standIn} onChange={setStandIn} />}
        <div>
          <Button
            variant="primary"
            icon={Plus}
            busy={busy === 'create'}
            disabled={name.trim() === ''}
            onClick={() => void create()}
          >
            {texts.createKey}
          </Button>
        </div>
      </div>
      {shown && <ShownKey token={shown} onClose={() => setShown(undefined)} />}
    </Part>
  )
}

/** The person who creates the key, unless somebody else is chosen. */
function StandInOfKey({ value, onChange }: { value: StandIn | undefined; onChange: (standIn: StandIn) => void }) {
  const user = useCurrentUser()
  const own = user ? { member: user.member_id } : undefined
  return <StandInField value={value ?? own} name={value ? undefined : user?.name || user?.email} onChange={onChange} />
}

/** The only time that it is shown. */
const ShownKey = ({ token, onClose }: { token: string; onClose: () => void }) => (
  <Dialog
    title={texts.shownTitle}
    stays
    onClose={onClose}
    footer={
      <Button variant="primary" onClick={onClose}>
        {texts.done}
      </Button>
    }
  >
    <p className="mb-3 text-sm text-fg-2">{texts.shownHint}</p>
    <div className="flex items-center gap-2">
      <Input readOnly value={token} aria-label={texts.keyValue} className="min-w-0 flex-1 font-mono text-xs" />
      <CopyButton text={token} size="md" />
    </div>
  </Dialog>
)

const EXAMPLES: Partial<Record<Target['type'], unknown>> = { number: 1, boolean: true, list: [], table: [], json: {} }

/** Answers are known by the names of their fields; other variables and files can't be given with a call. */
const answersOf = (fields: StartedWorkflow['fields']) =>
  fields.flatMap((field) =>
    field.type === 'file'
      ? []
      : targetsOf({ start_fields: [field] }).map((target) => ({ ...target, name: field.name })),
  )

function Example({ workflowId, fields }: Pick<StartedWorkflow, 'fields'> & { workflowId: string }) {
  const given = answersOf(fields)
  const answers = Object.fromEntries(
    given
      .filter(({ required }) => required)
      .map(({ name, type, options }) => [name, options?.[0]?.value ?? EXAMPLES[type] ?? '…']),
  )
  const curl = [
    `curl ${location.origin}/v1/workflows/${workflowId}/instances/ \\`,
    '  -H "Authorization: Bearer $KEY" \\',
    '  -H "Idempotency-Key: $ID" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '${JSON.stringify({ name: 'Example', answers }, null, 2)}'`,
  ].join('\n')
  return (
    <section aria-label={texts.example}>
      <div className="mb-2 flex items-center gap-2">
        <h3 className="flex-1 text-sm font-medium">{texts.example}</h3>
        <CopyButton text={curl}>{texts.copy}</CopyButton>
      </div>
      <pre translate="no" className="rounded-md border p-3 font-mono text-xs break-all whitespace-pre-wrap">
        {curl}
      </pre>
      <p className="mt-2 text-xs text-fg-3">
        {given.map(({ name, type, required }) => texts.field(name, hookTexts.types[type], required)).join(' · ')}
      </p>
    </section>
  )
}

function Calls({ calls }: { calls: readonly ApiCall[] }) {
  const [zone, now] = [useZone(), useNow()]
  return (
    <section aria-label={texts.calls} className="mt-5">
      <h3 className="mb-2 text-sm font-medium">{texts.calls}</h3>
      {calls.length === 0 ? (
        <p className="rounded-md border p-3 text-sm text-fg-3">{texts.noCalls}</p>
      ) : (
        <ul className="divide-y rounded-md border">
          {calls.map(({ at, key_name, instance }) => (
            <li key={instance.id} className="grid grid-cols-[7rem_1fr_auto] gap-x-2 px-3 py-1.5 text-sm">
              <span className="text-xs leading-5 text-fg-3">{momentText(at, zone, now)}</span>
              <InstanceLink instance={instance} />
              <span translate="no" className="text-xs leading-5 text-fg-3">
                {key_name}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
