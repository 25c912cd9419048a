import type { Hook } from '@throughline/contracts/hooks'
import { KeyRound, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { momentText } from '../../../shared/format/moments.ts'
import { shortDate } from '../../../shared/format/time.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { newSecret } from './hooks.api.ts'
import { texts } from './hooks.texts.ts'

const SHORTEST = 16

type HookSecretsProps = { hook: Hook; onSecret: ((secret: string) => Promise<boolean>) | undefined }

/** Which secrets count, by their last characters; a new one is shown once. */
export function HookSecrets({ hook, onSecret }: HookSecretsProps) {
  const [zone, now] = [useZone(), useNow()]
  const [shown, setShown] = useState<string>()
  const [own, setOwn] = useState<string>()
  const { secret, previous } = hook
  const create = async () => {
    const made = newSecret()
    if (await onSecret?.(made)) setShown(made)
  }
  const takeOwn = async () => {
    if (own && (await onSecret?.(own.trim()))) setOwn(undefined)
  }
  return (
    <>
      <ul aria-label={texts.secretsTitle} className="mt-3 divide-y rounded-md border text-xs">
        <SecretRow
          end={secret.end}
          detail={secret.since && texts.since(shortDate(secret.since, zone, now), secret.by)}
          state={texts.inUse}
        />
        {previous && (
          <SecretRow
            end={previous.end}
            detail={texts.expires(momentText(previous.until, zone, now))}
            state={texts.old}
          />
        )}
      </ul>
      {onSecret && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="sm" icon={RefreshCw} onClick={() => void create()}>
            {texts.createSecret}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setOwn(own === undefined ? '' : undefined)}>
            {texts.ownSecret}
          </Button>
        </div>
      )}
      {own !== undefined && (
        <div className="mt-3 grid gap-2">
          <Field label={texts.ownSecret} hint={texts.ownSecretHint}>
            <Input
              value={own}
              maxLength={200}
              autoComplete="off"
              className="font-mono"
              onChange={(event) => setOwn(event.currentTarget.value)}
            />
          </Field>
          <div>
            <Button size="sm" disabled={own.trim().length < SHORTEST} onClick={() => void takeOwn()}>
              {texts.takeSecret}
            </Button>
          </div>
        </div>
      )}
      <p className="mt-2 text-xs text-fg-3">{texts.secretHint}</p>
      {shown && <NewSecret secret={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

function SecretRow({ end, detail, state }: { end: string; detail: string | null; state: string }) {
  return (
    <li className="flex items-center gap-2 px-3 py-2">
      <KeyRound size={13} aria-hidden className="shrink-0 text-fg-3" />
      <span translate="no" className="font-mono">
        {texts.secretEnd(end)}
      </span>
      <span className="min-w-0 flex-1 truncate text-fg-3">{detail}</span>
      <span>{state}</span>
    </li>
  )
}

/** The only time that it is shown. */
export function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      title={texts.newSecret}
      stays
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {texts.done}
        </Button>
      }
    >
      <p className="mb-3 text-sm text-fg-2">{texts.newSecretHint}</p>
      <div className="flex items-center gap-2">
        <Input readOnly value={secret} aria-label={texts.secretValue} className="min-w-0 flex-1 font-mono text-xs" />
        <CopyButton text={secret} size="md" />
      </div>
    </Dialog>
  )
}
