import { buttonClass } from '../../ui/button-style.ts'
import { LineArt } from '../auth/parts/line-art.tsx'
import { Mark } from '../auth/parts/mark.tsx'
import { texts } from './landing.texts.ts'

/** The public face of the product. `appUrl` is the application's own host. */
export function LandingScreen({ appUrl, year }: { appUrl: string; year: number }) {
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <header className="mx-auto flex h-16 w-full max-w-(--content-max) items-center gap-2.5 px-6">
        <Mark />
        <span className="flex-1 text-md font-semibold">{texts.product}</span>
        <a href={`${appUrl}/signin`} className={buttonClass()}>
          {texts.open}
        </a>
      </header>
      <main
        id="main"
        className="mx-auto grid w-full max-w-(--content-max) flex-1 items-center gap-10 px-6 py-10 min-[900px]:grid-cols-[minmax(0,1fr)_420px]"
      >
        <div className="max-w-130">
          <h1 className="text-3xl tracking-(--track-tighter)">{texts.hero}</h1>
          <p className="mt-4 text-lg text-fg-2">{texts.about}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <a href={`${appUrl}/register`} className={buttonClass({ variant: 'primary', size: 'lg' })}>
              {texts.register}
            </a>
            <a href={`${appUrl}/signin`} className={buttonClass({ size: 'lg' })}>
              {texts.open}
            </a>
          </div>
        </div>
        <div
          data-theme="dark"
          aria-hidden
          className="relative hidden h-120 overflow-hidden rounded-xl bg-accent-subtle text-fg min-[900px]:block"
        >
          <LineArt labels={false} />
        </div>
      </main>
      <footer className="mx-auto w-full max-w-(--content-max) px-6 py-6 text-sm text-fg-3">{texts.rights(year)}</footer>
    </div>
  )
}
