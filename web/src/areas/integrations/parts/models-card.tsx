import type { ModelId } from '@throughline/contracts/ids'
import type { Model } from '@throughline/contracts/models'
import { CircleCheck, CircleDashed, type LucideIcon, Plus, Ruler, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { callDuration } from '../../../shared/format/duration.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { type Tone, toneChip } from '../../../ui/tone.ts'
import { texts } from './models.texts.ts'
import { LANGUAGE_MODEL } from './tool-icons.ts'

const Health = ({ took, problem, last_called_at }: Model) => {
  if (problem !== null)
    return (
      <span className="flex items-center gap-1 text-xs text-warning-fg">
        <TriangleAlert size={13} aria-hidden />
        {texts.attention}
      </span>
    )
  if (last_called_at === null || took === null)
    return (
      <span className="flex items-center gap-1 text-xs text-fg-3">
        <CircleDashed size={13} aria-hidden />
        {texts.unused}
      </span>
    )
  return (
    <span className="flex items-center gap-1 text-xs text-success-fg">
      <CircleCheck size={13} aria-hidden />
      {texts.responds(callDuration(took))}
    </span>
  )
}

type ChoiceProps = {
  group: string
  checked: boolean
  disabled: boolean
  icon: LucideIcon
  tone: Tone
  name: string
  hint: string
  onChoose: () => void
  children?: ReactNode
}

function Choice({ group, checked, disabled, icon: Icon, tone, name, hint, onChoose, children }: ChoiceProps) {
  const id = useId()
  return (
    <div className={cn('flex flex-wrap items-center gap-3 border-b px-4 py-3', checked && 'bg-accent-subtle')}>
      <input
        id={id}
        type="radio"
        name={group}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        aria-describedby={`${id}-hint`}
        className="radio-dot shrink-0"
      />
      <span className={cn('grid size-8 shrink-0 place-items-center rounded-md', toneChip[tone])}>
        <Icon size={16} strokeWidth={1.8} aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <label htmlFor={id} translate="no" className="block truncate text-sm font-medium">
          {name}
        </label>
        <span id={`${id}-hint`} className="block text-xs break-words text-fg-3">
          {hint}
        </span>
      </span>
      {children}
    </div>
  )
}

type ModelsCardProps = {
  models: readonly Model[]
  canChange: boolean
  busy: boolean
  onChoose: (id: ModelId | null) => void
  onConnect: () => void
  onTest: (model: Model) => void
  onDisconnect: (model: Model) => void
}

/** What Copilot drafts with: one of the models, or the rules. */
export function ModelsCard(props: ModelsCardProps) {
  const { models, canChange, busy } = props
  const group = useId()
  const choice = { group, disabled: !canChange || busy }
  return (
    <section aria-label={texts.drafts} className="rounded-lg border bg-card">
      <header className="border-b px-4 py-3">
        <h2 className="text-sm font-semibold">{texts.drafts}</h2>
        <p className="text-xs text-fg-3">{texts.draftsHint}</p>
      </header>
      {models.map((model) => (
        <Choice
          key={model.id}
          {...choice}
          checked={model.drafts}
          {...LANGUAGE_MODEL}
          name={model.name}
          hint={texts.by(model.host, model.connected_by)}
          onChoose={() => props.onChoose(model.id)}
        >
          <span className="flex flex-wrap items-center justify-end gap-2 max-[759px]:w-full">
            <Health {...model} />
            {canChange && (
              <>
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={texts.testNamed(model.name)}
                  disabled={busy}
                  onClick={() => props.onTest(model)}
                >
                  {texts.test}
                </Button>
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={texts.disconnectNamed(model.name)}
                  onClick={() => props.onDisconnect(model)}
                >
                  {texts.disconnect}
                </Button>
              </>
            )}
          </span>
        </Choice>
      ))}
      <Choice
        {...choice}
        checked={models.every(({ drafts }) => !drafts)}
        icon={Ruler}
        tone="neutral"
        name={texts.rules}
        hint={texts.rulesHint}
        onChoose={() => props.onChoose(null)}
      />
      {models.flatMap(({ id, name, problem }) =>
        problem === null
          ? []
          : [
              <p key={id} className="border-b bg-warning-bg px-4 py-2 text-xs text-warning-fg">
                <b translate="no" className="font-medium">
                  {name}
                </b>
                : {problem}
              </p>,
            ],
      )}
      <footer className="flex items-center gap-3 px-4 py-3">
        <p className="flex-1 text-xs text-fg-2">{canChange ? texts.away : texts.readOnly}</p>
        {canChange && (
          <Button icon={Plus} onClick={props.onConnect}>
            {models.length === 0 ? texts.connect : texts.connectAnother}
          </Button>
        )}
      </footer>
    </section>
  )
}
