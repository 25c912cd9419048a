import type { ToolSignIn } from '@throughline/contracts/connections'
import type { SignIn } from '@throughline/contracts/sign-ins'
import { Check, X } from 'lucide-react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cn } from '../../../ui/cn.ts'
import { linkClass } from '../../../ui/link-style.ts'
import { Tag } from '../../../ui/tag.tsx'
import { texts } from './sign-in.texts.ts'

type ScopeChoiceProps = {
  signIn: ToolSignIn
  chosen: readonly string[]
  error: boolean
  onChange: (scopes: string[]) => void
}

/** What will be asked for, each with the operations that need it. */
export function ScopeChoice({ signIn: { provider, scopes }, chosen, error, onChange }: ScopeChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{texts.asked(provider)}</legend>
      <ul className="divide-y rounded-md border">
        {scopes.map(({ scope, text, operations }) => (
          <li key={scope} className="px-3 py-2">
            <Checkbox
              checked={chosen.includes(scope)}
              hint={operations.join(', ')}
              onChange={(isChosen) => onChange(isChosen ? [...chosen, scope] : chosen.filter((one) => one !== scope))}
            >
              {text}
            </Checkbox>
          </li>
        ))}
      </ul>
      <p className={cn('mt-1.5 text-xs', error ? 'text-danger-fg' : 'text-fg-3')} role={error ? 'alert' : undefined}>
        {error ? texts.nothingAsked : texts.askedHint}
      </p>
    </fieldset>
  )
}

/** What will happen, in three sentences. */
export const WhatHappens = ({ provider }: { provider: string }) => (
  <ol className="space-y-2 rounded-md bg-sunken p-3 text-xs text-fg-2">
    {[texts.opens(provider), texts.sendsBack, texts.tests].map((step, n) => (
      <li key={step} className="flex gap-2.5">
        <span
          aria-hidden
          className="tnum grid size-4 shrink-0 place-items-center rounded-full bg-card text-2xs font-semibold"
        >
          {n + 1}
        </span>
        {step}
      </li>
    ))}
  </ol>
)

type GrantedProps = { signIn: ToolSignIn; done: SignIn; onAskAgain: () => void }

/** Granted and not granted, one by one. */
export function GrantedScopes({ signIn: { provider, scopes }, done, onAskAgain }: GrantedProps) {
  const asked = scopes.filter(({ scope }) => done.asked.includes(scope))
  const off = scopes.filter(({ scope }) => !done.granted.includes(scope)).flatMap(({ operations }) => operations)
  const isPartly = asked.some(({ scope }) => !done.granted.includes(scope))
  return (
    <section aria-label={texts.granted(provider)}>
      <h3 className="mb-1.5 text-sm font-medium">{texts.granted(provider)}</h3>
      <ul className="divide-y rounded-md border">
        {asked.map(({ scope, text }) => {
          const isGranted = done.granted.includes(scope)
          const Icon = isGranted ? Check : X
          return (
            <li key={scope} className="flex items-center gap-2.5 px-3 py-2 text-sm">
              <Icon size={15} aria-hidden className={isGranted ? 'text-success-fg' : 'text-warning-fg'} />
              <span className="min-w-0 flex-1">{text}</span>
              <Tag tone={isGranted ? 'success' : 'warning'}>{isGranted ? texts.isGranted : texts.notGranted}</Tag>
            </li>
          )
        })}
      </ul>
      {isPartly && (
        <p className="mt-1.5 text-xs text-fg-2">
          {texts.off(off)}{' '}
          <button type="button" className={linkClass} onClick={onAskAgain}>
            {texts.askAgain(provider)}
          </button>
        </p>
      )}
    </section>
  )
}
