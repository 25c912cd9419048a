import { Link } from '@tanstack/react-router'
import { ClipboardList } from 'lucide-react'
import { buttonClass } from '../../../ui/button-style.ts'
import { texts as formsTexts, spec } from '../forms.texts.ts'
import { STARTERS, type Starter, seedOf } from '../starters.ts'
import { CreateLink } from './create-link.tsx'

const texts = formsTexts.empty

/** Where nothing is yet: the first form, from blank or from one of three. */
export default function FirstForm() {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-board">
      <div className="@container mx-auto flex w-[920px] max-w-full flex-col items-center px-6 pt-18 pb-10">
        <span className="grid size-11 place-items-center rounded-full bg-accent-subtle text-accent-text">
          <ClipboardList size={20} aria-hidden />
        </span>
        <h2 className="mt-3 text-lg">{spec.none}</h2>
        <p className="mt-1 max-w-[52ch] text-center text-md text-fg-2">{texts.intro}</p>
        <CreateLink className="mt-4">{spec.first}</CreateLink>
        <p className="mt-10 mb-3 self-start text-sm font-medium text-fg-2">{texts.starters}</p>
        <ul aria-label={texts.starters} className="grid w-full gap-3 @min-[720px]:grid-cols-3">
          {STARTERS.map((starter) => (
            <StarterCard key={starter.name} starter={starter} />
          ))}
        </ul>
      </div>
    </div>
  )
}

function StarterCard({ starter }: { starter: Starter }) {
  const { name, note, icon: Icon, fields } = starter
  return (
    <li className="card flex flex-col overflow-hidden rounded-lg border bg-card shadow-xs">
      <div aria-hidden className="h-35 overflow-hidden border-b bg-surface-2 px-8 pt-4">
        <div className="h-full space-y-2 rounded-t-md border border-b-0 bg-card px-4 pt-3 shadow-xs">
          {fields.slice(0, 3).map(({ id, label }) => (
            <span key={id} className="block">
              <span className="block text-2xs leading-4 text-fg-3">{label}</span>
              <span className="block h-3.5 rounded-[3px] border bg-surface" />
            </span>
          ))}
        </div>
      </div>
      <div className="flex flex-1 flex-col p-4">
        <h3 className="flex items-center gap-2 text-md tracking-normal">
          <Icon size={16} aria-hidden className="text-fg-3" />
          {name}
        </h3>
        <p className="mt-1 flex-1 text-sm text-fg-2">{note}</p>
        <div className="mt-3">
          <Link
            to="/form-builder/$formId"
            params={{ formId: 'new' }}
            state={{ form: seedOf(starter) }}
            aria-label={texts.useNamed(name)}
            className={buttonClass({ size: 'sm' })}
          >
            {texts.use}
          </Link>
        </div>
      </div>
    </li>
  )
}
