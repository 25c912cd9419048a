import { Link } from '@tanstack/react-router'
import { Lock, type LucideIcon, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ButtonVariant, buttonClass } from '../ui/button-style.ts'
import { cn } from '../ui/cn.ts'
import { type Tone, toneChip } from '../ui/tone.ts'
import { texts as lateTexts, spec } from './late.texts.ts'
import { texts } from './texts.ts'

type NotePageProps = { icon: LucideIcon; tone?: Tone; title: string; action: ReactNode; children: ReactNode }

/** A page that has one thing to say. */
export function NotePage({ icon: Icon, tone = 'neutral', title, action, children }: NotePageProps) {
  return (
    <div className="grid min-h-full place-items-center px-6 py-16">
      <div className="max-w-100 text-center">
        <span aria-hidden className={cn('mx-auto mb-4 grid size-12 place-items-center rounded-xl', toneChip[tone])}>
          <Icon size={22} strokeWidth={1.8} />
        </span>
        <h1 className="text-xl">{title}</h1>
        <div className="mt-1.5 space-y-1 text-md text-fg-2">{children}</div>
        <div className="mt-6">{action}</div>
      </div>
    </div>
  )
}

export function HomeLink({ variant = 'secondary' }: { variant?: ButtonVariant }) {
  return (
    <Link to="/home" className={buttonClass({ variant })}>
      {lateTexts.backHome}
    </Link>
  )
}

/** For a thing that is not there. A path that is not there leads home instead. */
export function NotFound() {
  return (
    <NotePage icon={SearchX} title={lateTexts.notFound.title} action={<HomeLink />}>
      <p>{lateTexts.notFound.text}</p>
    </NotePage>
  )
}

export function RestrictedScreen() {
  return (
    <NotePage icon={Lock} tone="warning" title={texts.places.restricted} action={<HomeLink variant="primary" />}>
      <p>{spec.restricted}</p>
      <p>{lateTexts.restrictedAdvice}</p>
    </NotePage>
  )
}
