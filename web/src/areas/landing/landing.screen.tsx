import { type FormEvent, useEffect, useRef, useState } from 'react'
import { solveWork, type WorkTask } from '../../shared/solve-work.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-style.ts'
import { cn } from '../../ui/cn.ts'
import { Input } from '../../ui/input.tsx'
import { LineArt } from '../auth/parts/line-art.tsx'
import { Mark } from '../auth/parts/mark.tsx'
import { type Draw, drawFlow, drawIntegration, drawOversight } from './drawings.ts'
import { spec, texts } from './landing.texts.ts'

/** From the configuration; what is not set is not shown. */
export interface LandingLinks {
  contact?: string
  twitter?: string
  linkedin?: string
  github?: string
}

const inner = 'mx-auto w-full max-w-(--content-max) px-6'

/** The public face of the product. `appUrl` is the application's own host. */
export function LandingScreen({ appUrl, year, links }: { appUrl: string; year: number; links: LandingLinks }) {
  const [joined, setJoined] = useState(false)
  useEffect(() => void retryWaitlist(), [])
  const waitlist = (id: string) => <Waitlist id={id} joined={joined} onJoined={() => setJoined(true)} />
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <MenuBar appUrl={appUrl} contact={links.contact} />
      <main id="main" className="flex-1">
        <div className={cn(inner, 'grid gap-10 py-16 min-[900px]:grid-cols-2 min-[900px]:items-end')}>
          <div>
            <p className="text-md font-medium text-accent-text">{texts.kicker}</p>
            <h1 className="mt-3 text-3xl tracking-(--track-tighter)">{texts.hero}</h1>
          </div>
          <div>
            <p className="text-lg text-fg-2">{texts.intro}</p>
            {waitlist('hero-email')}
            <a href={`${appUrl}/register`} className={buttonClass({ variant: 'ghost', className: 'mt-3 -ml-3' })}>
              {texts.register}
            </a>
          </div>
        </div>
        <div
          data-theme="dark"
          aria-hidden
          className="relative mx-auto h-80 w-full max-w-(--content-max) overflow-hidden bg-accent-subtle text-fg min-[900px]:rounded-xl"
        >
          <LineArt labels={false} />
        </div>
        <Section {...texts.sections.flow} draw={drawFlow} />
        <Section {...texts.sections.oversight} draw={drawOversight} turned />
        <Section {...texts.sections.integration} draw={drawIntegration} />
        <section id="about" tabIndex={-1} className="border-y bg-surface py-16 outline-none">
          <div className={cn(inner, 'max-w-170')}>
            <h2 className="text-2xl">{texts.aboutTitle}</h2>
            <p className="mt-3 text-lg text-fg-2">{texts.aboutText}</p>
            {waitlist('about-email')}
          </div>
        </section>
      </main>
      <Footer year={year} links={links} />
    </div>
  )
}

const SCROLLED_AFTER = 10

function MenuBar({ appUrl, contact }: { appUrl: string; contact: string | undefined }) {
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > SCROLLED_AFTER)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  const toAbout = () => {
    const about = document.getElementById('about')
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    about?.scrollIntoView({ behavior: still ? 'auto' : 'smooth' })
    about?.focus({ preventScroll: true })
  }
  return (
    <header
      data-scrolled={scrolled || undefined}
      className="sticky top-0 z-10 bg-canvas data-scrolled:border-b data-scrolled:shadow-xs"
    >
      <div className={cn(inner, 'flex h-16 items-center gap-2.5')}>
        <Mark />
        <span className="flex-1 text-md font-semibold">{texts.product}</span>
        <nav aria-label={texts.menu} className="flex items-center gap-1">
          <Button variant="ghost" onClick={toAbout}>
            {spec.about}
          </Button>
          {contact && (
            <a href={`mailto:${contact}`} className={buttonClass({ variant: 'ghost' })}>
              {spec.contact}
            </a>
          )}
          <a href={`${appUrl}/signin`} className={buttonClass()}>
            {texts.open}
          </a>
        </nav>
      </div>
    </header>
  )
}

const KEPT = 'waitlist'

type Answer = { status: 'ok' } | { status: 'work'; token: string; work: WorkTask }

async function ask(body: { email: string; token?: string; work?: number | undefined }): Promise<Answer> {
  const answer = await fetch('/v1/auth/subscribe-email/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`answered ${answer.status}`)
  return await answer.json()
}

const TRIES_AT_ONCE = 2_000

/** In slices, so that the page goes on between them. */
async function solved(task: WorkTask): Promise<number | undefined> {
  for (let from = 0; from <= task.most; from += TRIES_AT_ONCE) {
    const found = solveWork(task, from, Math.min(task.most, from + TRIES_AT_ONCE - 1))
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve))
  }
  return undefined
}

async function send(email: string): Promise<boolean> {
  try {
    const answer = await ask({ email })
    if (answer.status === 'ok') return true
    // Under load the server wants a little work before it keeps an address.
    const { token, work } = answer
    return (await ask({ email, token, work: await solved(work) })).status === 'ok'
  } catch {
    return false
  }
}

/** Says nothing when it fails: the address is kept in this browser and sent again with the next visit. */
async function joinWaitlist(email: string): Promise<boolean> {
  const isSent = await send(email)
  if (isSent) localStorage.removeItem(KEPT)
  else localStorage.setItem(KEPT, email)
  return isSent
}

/** What could not be sent before. */
async function retryWaitlist(): Promise<void> {
  const kept = localStorage.getItem(KEPT)
  if (kept && (await send(kept))) localStorage.removeItem(KEPT)
}

/** Both forms give way to the thanks; a failure says nothing and is sent again later. */
function Waitlist({ id, joined, onJoined }: { id: string; joined: boolean; onJoined: () => void }) {
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const isSent = await joinWaitlist(email.trim())
    setBusy(false)
    if (isSent) onJoined()
  }
  if (joined) return <output className="mt-6 block text-lg font-medium text-accent-text">{spec.thanks}</output>
  return (
    <form onSubmit={(event) => void submit(event)} className="mt-6">
      <label htmlFor={id} className="text-md font-medium">
        {spec.prompt}
      </label>
      <div className="mt-2 flex gap-2 max-[480px]:flex-col">
        <Input
          id={id}
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          placeholder={texts.placeholder}
          value={email}
          readOnly={busy}
          onChange={(event) => setEmail(event.target.value)}
          className="flex-1"
        />
        <Button type="submit" variant="primary" busy={busy}>
          {spec.join}
        </Button>
      </div>
    </form>
  )
}

function Section({ title, text, draw, turned }: { title: string; text: string; draw: Draw; turned?: boolean }) {
  return (
    <section className={cn(inner, 'grid items-center gap-10 py-14 min-[900px]:grid-cols-2')}>
      <div className={cn(turned && 'min-[900px]:order-2')}>
        <h2 className="text-2xl">{title}</h2>
        <p className="mt-3 text-lg text-fg-2">{text}</p>
      </div>
      <Drawing draw={draw} />
    </section>
  )
}

/** Drawn only while it is on screen; one still moment for those who want no motion. */
function Drawing({ draw }: { draw: Draw }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    const pen = element?.getContext('2d')
    if (!element || !pen) return undefined
    let frame = 0
    const paint = (ms: number) => {
      const { clientWidth: width, clientHeight: height } = element
      const dots = window.devicePixelRatio
      element.width = width * dots
      element.height = height * dots
      pen.scale(dots, dots)
      draw(pen, width, height, ms / 1_000)
    }
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const animate = (ms: number) => {
      paint(ms)
      frame = requestAnimationFrame(animate)
    }
    const observer = new IntersectionObserver(([entry]) => {
      cancelAnimationFrame(frame)
      if (!entry?.isIntersecting) return
      if (still) paint(1_500)
      else frame = requestAnimationFrame(animate)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [draw])
  return (
    <div data-theme="dark" aria-hidden className="overflow-hidden rounded-xl bg-accent-subtle">
      <canvas ref={canvas} className="block h-64 w-full" />
    </div>
  )
}

function Footer({ year, links }: { year: number; links: LandingLinks }) {
  const elsewhere = [
    { name: 'Twitter', href: links.twitter },
    { name: 'LinkedIn', href: links.linkedin },
    { name: 'GitHub', href: links.github },
  ].flatMap(({ name, href }) => (href ? [{ name, href }] : []))
  return (
    <footer className={cn(inner, 'flex flex-wrap items-center justify-between gap-4 py-6 text-sm text-fg-2')}>
      {texts.rights(year)}
      {elsewhere.length > 0 && (
        <nav aria-label={texts.social} className="flex gap-4">
          {elsewhere.map(({ name, href }) => (
            <a key={name} href={href} rel="noreferrer" translate="no" className="underline underline-offset-4">
              {name}
            </a>
          ))}
        </nav>
      )}
    </footer>
  )
}
