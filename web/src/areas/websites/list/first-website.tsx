import { Link } from '@tanstack/react-router'
import { Globe, LayoutTemplate, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { starterTexts } from '../starters.texts.ts'
import { newWebsite, STARTERS } from '../starters.ts'
import { texts as listTexts, spec } from '../websites.texts.ts'
import { Thumbnail } from './thumbnail.tsx'

const texts = listTexts.empty

/** Where nothing is yet: the first website, from four empty pages or from one of three that are written. */
export function FirstWebsite({ company }: { company: string }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="@container mx-auto flex w-[780px] max-w-full flex-col items-center px-6 pt-18 pb-10">
        <span className="grid size-11 place-items-center rounded-full bg-surface-3 text-fg-2">
          <Globe size={20} aria-hidden />
        </span>
        <h2 className="mt-3 text-lg">{spec.none}</h2>
        <p className="mt-1 max-w-[56ch] text-center text-md text-fg-2">{texts.intro}</p>
        <div className="mt-4">
          <CreateLink>{spec.first}</CreateLink>
        </div>
        <p className="mt-10 mb-3 self-start text-sm font-medium text-fg-2">{texts.starters}</p>
        <Starters label={texts.starters} company={company} />
      </div>
    </div>
  )
}

function Starters({ label, company }: { label: string; company: string }) {
  return (
    <ul aria-label={label} className="grid w-full gap-4 @min-[700px]:grid-cols-3">
      {STARTERS.map((starter) => (
        <li key={starter}>
          <Link
            to="/website-builder/$websiteId"
            params={{ websiteId: 'new' }}
            state={{ starter }}
            className="card block overflow-hidden rounded-lg border bg-card shadow-xs hover:border-line-strong"
          >
            <span aria-hidden className="block h-33 overflow-hidden border-b bg-surface-2 px-3 pt-3">
              <Thumbnail content={newWebsite(company, starter)} width={212} height={140} className="shadow-xs" />
            </span>
            <span className="block px-4 py-3">
              <span className="block text-md font-medium">{starterTexts[starter].name}</span>
              <span className="block text-sm text-fg-2">{starterTexts[starter].note}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The same, for those who have websites already. */
export function StarterSites({ company }: { company: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={LayoutTemplate} onClick={() => setOpen(true)}>
        {listTexts.starterSites}
      </Button>
      {open && (
        <Dialog title={listTexts.starterSites} note={listTexts.startersNote} width={780} onClose={() => setOpen(false)}>
          <div className="@container">
            <Starters label={listTexts.starterSites} company={company} />
          </div>
        </Dialog>
      )}
    </>
  )
}

export const CreateLink = ({ children }: { children: string }) => (
  <Link to="/website-builder/$websiteId" params={{ websiteId: 'new' }} className={buttonClass({ variant: 'primary' })}>
    <Plus size={15} strokeWidth={1.9} aria-hidden className="-ml-0.5" />
    {children}
  </Link>
)
