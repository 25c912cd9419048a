import { Link } from '@tanstack/react-router'
import { Check, Monitor } from 'lucide-react'
import type { ReactNode } from 'react'
import { Mark } from '../../areas/auth/parts/mark.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-style.ts'
import { linkClass } from '../../ui/link-style.ts'
import { hostUrl } from '../hosts.ts'
import { spec, texts } from './device.texts.ts'

/** Stands in place of the whole application. */
export function DeviceNotice({ onContinue }: { onContinue: () => void }) {
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <header className="flex h-16 shrink-0 items-center gap-2.5 px-5">
        <Mark />
        <span className="text-md font-semibold">{texts.product}</span>
      </header>
      <main id="main" className="grid flex-1 place-items-center px-5 pb-16">
        <NoticeCard>
          <Button variant="primary" size="lg" block className="mt-6" onClick={onContinue}>
            {texts.continue}
          </Button>
          <p className="mt-4 text-center">
            <a href={hostUrl('www')} className={linkClass}>
              {texts.homepage}
            </a>
          </p>
        </NoticeCard>
      </main>
    </div>
  )
}

/** Stands in place of a builder: those need a larger screen whatever the person chose. */
export function BuilderNotice() {
  return (
    <div className="grid min-h-full place-items-center p-5">
      <NoticeCard>
        <Link to="/home" className={buttonClass({ variant: 'primary', size: 'lg', block: true, className: 'mt-6' })}>
          {texts.back}
        </Link>
      </NoticeCard>
    </div>
  )
}

function NoticeCard({ children }: { children: ReactNode }) {
  return (
    <div className="card w-full max-w-105 rounded-xl border bg-surface p-6 shadow-sm">
      <span aria-hidden className="mb-5 grid size-12 place-items-center rounded-xl bg-accent-subtle text-accent-text">
        <Monitor size={22} strokeWidth={1.8} />
      </span>
      <h1 className="text-xl">{spec.required}</h1>
      <p className="mt-2 text-md text-fg-2">{texts.text}</p>
      <h2 className="mt-5 text-sm tracking-normal">{texts.alsoHere}</h2>
      <ul className="mt-2 flex flex-wrap gap-2">
        {texts.areas.map((area) => (
          <li
            key={area}
            className="chip inline-flex h-7 items-center gap-1.5 rounded-full bg-surface-3 pr-3 pl-2.5 text-sm text-fg-2"
          >
            <Check size={13} strokeWidth={2.4} aria-hidden className="text-success-fg" />
            {area}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-fg-3">{texts.builders}</p>
      {children}
    </div>
  )
}
