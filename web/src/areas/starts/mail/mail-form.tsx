import type { MailAddress } from '@throughline/contracts/mail-starts'
import { MAIL_PARTS } from '@throughline/contracts/mail-starts'
import type { Target } from '@throughline/flow/form-mapping'
import { type ReactNode, useId } from 'react'
import { useCurrentUser } from '../../../shared/current-user.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { RadioGroup } from '../../../ui/radio.tsx'
import { Select } from '../../../ui/select.tsx'
import { PersonPicker } from '../../tasks/parts/person-picker.tsx'
import { FixedValue } from '../parts/fixed-value.tsx'
import { StandInField } from '../parts/stand-in-field.tsx'
import type { StartedWorkflow } from '../parts/use-started-workflow.ts'
import { mailTexts as texts } from './mail.texts.ts'
import type { MailDraft, Source } from './mail-draft.ts'

type MailFormProps = {
  draft: MailDraft
  address: MailAddress | undefined
  domain: string
  workflow: StartedWorkflow
  disabled: boolean
  onChange: (change: Partial<MailDraft>) => void
}

const senders = (['anyone', 'domains', 'members'] as const).map((value) => ({
  value,
  label: texts.senderKinds[value],
  ...(value === 'anyone' && { hint: texts.anyoneHint }),
}))

const sourcesFor = ({ type }: Target): { value: Source; label: string }[] => {
  const parts = MAIL_PARTS.filter((part) => (type === 'string' ? true : part === '$.date' && type === 'datetime'))
  return [
    { value: 'unset', label: texts.unset },
    ...parts.map((value) => ({ value, label: texts.parts[value] })),
    { value: 'fixed', label: texts.fixed },
  ]
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-b p-4 last:border-b-0">
      <h3 id={id} className="mb-2.5 text-sm font-medium">
        {title}
      </h3>
      {children}
    </section>
  )
}

/** Whose mail starts the workflow, and what of it becomes what. */
export function MailForm(props: MailFormProps) {
  const { draft, address, domain, disabled, onChange } = props
  return (
    <div className="min-w-0">
      <Part title={texts.address}>
        {address ? (
          <div className="flex items-center gap-2">
            <Input readOnly aria-label={texts.address} translate="no" value={address.address} className="font-mono" />
            <CopyButton text={address.address}>{texts.copy}</CopyButton>
          </div>
        ) : (
          <p className="text-sm text-fg-3">{texts.addressLater(domain)}</p>
        )}
        <Field label={texts.name} hint={address ? undefined : texts.nameHint} className="mt-3">
          <Input
            value={draft.name}
            maxLength={120}
            placeholder={texts.namePlaceholder}
            disabled={disabled}
            onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
          />
        </Field>
      </Part>
      <Part title={texts.senders}>
        <RadioGroup
          legend={texts.senders}
          hideLegend
          value={draft.senders}
          items={senders}
          disabled={disabled}
          onChange={(next) => onChange({ senders: next })}
        />
        {draft.senders === 'domains' && (
          <Field label={texts.domains} hint={texts.domainsHint} className="mt-3">
            <Input
              value={draft.domains}
              maxLength={5_000}
              spellCheck={false}
              disabled={disabled}
              onChange={({ currentTarget }) => onChange({ domains: currentTarget.value })}
            />
          </Field>
        )}
        <p className="mt-3 rounded-md bg-surface-3 p-3 text-xs text-fg-2">
          <b className="font-medium text-fg">{texts.howVerified}</b> {texts.howVerifiedText}
          {draft.senders !== 'anyone' && ` ${texts.restHeld}`}
        </p>
      </Part>
      <Part title={texts.values}>
        <Values {...props} />
      </Part>
      <Part title={texts.replies}>
        <Checkbox
          checked={draft.thanks}
          hint={texts.thanksHint}
          disabled={disabled}
          onChange={(thanks) => onChange({ thanks })}
        >
          {texts.thanks}
        </Checkbox>
        <p className="mt-3 text-xs text-fg-3">{texts.repliesNote}</p>
      </Part>
    </div>
  )
}

const canBeSet = ({ type }: Target) => type !== 'file' && type !== 'table' && type !== 'json'

function Values({ draft, address, workflow, disabled, onChange }: MailFormProps) {
  const user = useCurrentUser()
  const standIn = draft.standIn ?? (workflow.needsStarter && user ? { member: user.member_id } : undefined)
  return (
    <div className="grid gap-3">
      {workflow.targets.filter(canBeSet).map((target) => {
        const { variable, label, required } = target
        const source = draft.sources[variable] ?? 'unset'
        return (
          <Field key={variable} label={<span translate="no">{label}</span>} optional={!required}>
            <Select
              label={texts.valueOf(variable)}
              value={source}
              items={sourcesFor(target)}
              disabled={disabled}
              onChange={(next) => onChange({ sources: { ...draft.sources, [variable]: next } })}
            />
            {source === 'fixed' && (
              <div className="mt-1.5">
                <FixedValue
                  target={target}
                  value={draft.fixed[variable] ?? ''}
                  people={address?.people ?? []}
                  disabled={disabled}
                  onChange={(text) => onChange({ fixed: { ...draft.fixed, [variable]: text } })}
                />
              </div>
            )}
          </Field>
        )
      })}
      <p className="text-xs text-fg-3">{texts.filesNote}</p>
      {workflow.needsStarter && !disabled && (
        <StandInField
          value={standIn}
          name={draft.standIn ? address?.stand_in?.name : user?.name || user?.email}
          onChange={(next) => onChange({ standIn: next })}
        />
      )}
      <Field label={texts.told} hint={texts.toldHint}>
        <PersonPicker
          value={draft.told?.id ?? ''}
          known={draft.told ? [{ ...draft.told, photo: null, username: null }] : []}
          disabled={disabled}
          onChange={(_, person) => person && onChange({ told: { id: person.id, name: person.name } })}
        />
      </Field>
    </div>
  )
}
