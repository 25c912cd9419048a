import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CONNECTION_LIMITS, type Connection, type ToolSignIn, type UsableBy } from '@throughline/contracts/connections'
import type { ConnectionId, SignInId } from '@throughline/contracts/ids'
import type { SignIn } from '@throughline/contracts/sign-ins'
import { ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { useForm } from '../../../shared/form/use-form.ts'
import { callDuration } from '../../../shared/format/duration.ts'
import { clockTime } from '../../../shared/format/time.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { toast } from '../../../ui/toast.ts'
import { texts as catalogueTexts, spec } from '../catalogue/catalogue.texts.ts'
import { PanelForm } from '../catalogue/panel-form.tsx'
import { TestFrame, TestSteps } from '../connect/test-result.tsx'
import { type ListedTool, toolCalls } from '../integrations.api.ts'
import { toolsKey } from '../integrations.keys.ts'
import { nameTaken } from '../parts/name-taken.ts'
import { signInCalls, signInQuery } from './sign-in.api.ts'
import { texts } from './sign-in.texts.ts'
import { forgetDraft, keepDraft, readDraft } from './sign-in-draft.ts'
import { GrantedScopes, ScopeChoice, WhatHappens } from './sign-in-parts.tsx'

const USERS: { value: UsableBy; label: string }[] = [
  { value: 'owner', label: texts.onlyMe },
  { value: 'everyone', label: texts.everyone },
]

export type SignInTool = ListedTool & { sign_in: ToolSignIn }
export const hasSignIn = (tool: ListedTool): tool is SignInTool => tool.sign_in !== null

type PanelProps = {
  tool: SignInTool
  /** The sign-in that the person has come back from, or left for. */
  signInId: SignInId | undefined
  /** The connection that takes a new sign-in; none where a new one is made. */
  connectionId: ConnectionId | undefined
  onSignIn: (id: SignInId | undefined) => void
  onClose: () => void
}

/** As far as the sign-in has come; nothing before it is begun, or where it is over. */
function useSignIn(id: SignInId | undefined, tool: SignInTool): { done: SignIn | undefined; isGone: boolean } {
  const query = useQuery({ ...signInQuery(id), retry: false })
  const isOwn = id !== undefined && query.data?.tool_id === tool.id
  return { done: isOwn ? query.data : undefined, isGone: id !== undefined && query.isError }
}

type Reconnecting = { done: SignIn | undefined; old: Connection | undefined }

function useSignInForm({ tool, signInId, onSignIn }: PanelProps, { done, old }: Reconnecting) {
  const queries = useQueryClient()
  const { provider, scopes } = tool.sign_in
  const draft = readDraft(signInId)
  const initial = { name: draft?.name ?? tool.name, metadata: '' }
  const [usableBy, setUsableBy] = useState<UsableBy>(draft?.usableBy ?? 'owner')
  const [chosen, setChosen] = useState(draft?.scopes ?? scopes.map(({ scope }) => scope))
  const [isSaved, setSaved] = useState(false)
  const [leaving, setLeaving] = useState<{ id: SignInId; url: string }>()
  // After the guard of unsaved changes has let go; this address is where the person comes back to by the browser's button.
  useEffect(() => {
    if (!leaving) return
    if (signInId === leaving.id) window.location.assign(leaving.url)
    else onSignIn(leaving.id)
  }, [leaving, signInId, onSignIn])

  const begin = async (name: string) => {
    const begun = await signInCalls.begin(tool.id, chosen)
    keepDraft(begun.id, { name, usableBy, scopes: chosen, connectionId: old?.id })
    setLeaving(begun)
  }
  const connect = async (sign_in: SignInId, name: string, metadata: string) => {
    if (old) {
      await signInCalls.reconnect(old.id, sign_in)
      toast.success(texts.reconnected(old.name))
    } else {
      const query = { name, usable_by: usableBy, sign_in }
      const made = await toolCalls.connect(tool.id, { query, body: metadata.trim() ? { metadata } : {} })
      toast.success(catalogueTexts.connecting.connected(made.name))
    }
    forgetDraft()
    void queries.invalidateQueries({ queryKey: toolsKey })
    setSaved(true)
  }
  const isSignedIn = done?.state === 'signed_in'
  const form = useForm<'name' | 'metadata'>({
    initial,
    check: ({ name }) => {
      const { length } = name.trim()
      const isWrong = length === 0 || length > CONNECTION_LIMITS.name
      return isWrong ? { name: catalogueTexts.connecting.nameWrong(CONNECTION_LIMITS.name) } : {}
    },
    submit: ({ name, metadata }) => (done && isSignedIn ? connect(done.id, name.trim(), metadata) : begin(name.trim())),
    failure: { title: isSignedIn ? (old ? texts.reconnectFailed : spec.connectFailed) : texts.beginFailed(provider) },
    refused: nameTaken,
  })
  const isDirty = !leaving && (form.values.name !== initial.name || form.values.metadata !== '')
  return { form, usableBy, setUsableBy, chosen, setChosen, isSaved, isDirty, isLeaving: leaving !== undefined }
}

/** Connects a tool that people sign in to: what is asked for, and what came of it, in one panel. */
export function SignInPanel(props: PanelProps) {
  const { tool, signInId, connectionId, onSignIn, onClose } = props
  const { provider, missing } = tool.sign_in
  const { done, isGone } = useSignIn(signInId, tool)
  const wanted = readDraft(signInId)?.connectionId ?? connectionId
  const old = tool.connections.find(({ id, is_own }) => id === wanted && is_own)
  const { form, usableBy, setUsableBy, chosen, setChosen, isSaved, isDirty, isLeaving } = useSignInForm(props, {
    done,
    old,
  })
  const isSignedIn = done?.state === 'signed_in'
  const isFinishing = done?.state === 'finishing'
  const isUsable = isSignedIn && done.tested.every(({ ok }) => ok)

  const close = () => {
    // Nothing of it is kept unless it is connected with.
    if (signInId !== undefined && !isSaved) void signInCalls.cancel(signInId).catch(() => undefined)
    forgetDraft()
    onClose()
  }
  const askAgain = () => {
    if (signInId !== undefined) void signInCalls.cancel(signInId).catch(() => undefined)
    onSignIn(undefined)
  }
  return (
    <PanelForm
      title={old ? texts.reconnectTitle(old.name) : texts.title(tool.name)}
      form={{ ...form, busy: form.busy || isLeaving }}
      submitLabel={isSignedIn ? (old ? texts.reconnect : spec.connect) : texts.goOn(provider)}
      disabled={missing !== null || isFinishing || (isSignedIn ? !isUsable : chosen.length === 0)}
      action={isSignedIn || isFinishing ? null : <span className="min-w-0 text-xs text-fg-3">{texts.comeBack}</span>}
      isDirty={isDirty}
      isSaved={isSaved}
      onClose={close}
    >
      <SignInState done={done} isGone={isGone} signIn={tool.sign_in} isReplacing={old !== undefined} />
      {!old && (
        <Field label={texts.name} error={form.errors.name}>
          <Input {...form.field('name')} maxLength={CONNECTION_LIMITS.name} />
        </Field>
      )}
      {isSignedIn ? (
        <>
          <GrantedScopes signIn={tool.sign_in} done={done} onAskAgain={askAgain} />
          <TestFrame passed={isUsable} time={callDuration(done.tested.reduce((sum, { ms }) => sum + ms, 0))}>
            <TestSteps steps={done.tested} />
          </TestFrame>
        </>
      ) : (
        <ScopeChoice signIn={tool.sign_in} chosen={chosen} error={chosen.length === 0} onChange={setChosen} />
      )}
      {!old && (
        <Field label={texts.usableBy}>
          <Select label={texts.usableBy} value={usableBy} onChange={setUsableBy} items={USERS} />
        </Field>
      )}
      {isSignedIn && !old && (
        <Field label={texts.metadata} hint={texts.metadataHint} optional>
          <Textarea
            {...form.field('metadata')}
            required={false}
            rows={3}
            onChange={({ target }) => form.set('metadata', target.value)}
          />
        </Field>
      )}
      {!isSignedIn && <WhatHappens provider={provider} />}
    </PanelForm>
  )
}

type StateProps = { done: SignIn | undefined; isGone: boolean; signIn: ToolSignIn; isReplacing: boolean }

/** Where the sign-in stands, above everything else. */
function SignInState({ done, isGone, signIn: { provider, missing }, isReplacing }: StateProps) {
  const zone = useZone()
  if (missing !== null)
    return (
      <Banner tone="warning" title={texts.notSetUp(provider)}>
        {missing}
      </Banner>
    )
  if (isGone)
    return (
      <Banner tone="warning" title={texts.gone}>
        {texts.goneHint}
      </Banner>
    )
  if (done?.state === 'failed')
    return (
      <Banner tone="danger" title={texts.notSignedIn(provider)}>
        <span translate="no">{done.problem}</span> {texts.nothingKept}
      </Banner>
    )
  if (done?.state === 'finishing')
    return (
      <output className="flex items-center gap-2.5 text-sm">
        <Spinner />
        {texts.finishing(provider)} {texts.finishingHint}
      </output>
    )
  if (done?.state === 'signed_in')
    return (
      <Banner tone="info" icon={ShieldCheck} title={texts.signedIn(provider)}>
        <span translate="no">{texts.asWhom(done.account ?? '', clockTime(done.begun_at, zone))}</span>{' '}
        {isReplacing ? texts.notReplaced : texts.notSaved}
      </Banner>
    )
  return <p className="text-xs text-fg-3">{texts.signsIn(provider)}</p>
}
