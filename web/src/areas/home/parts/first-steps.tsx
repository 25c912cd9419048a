import { Link } from '@tanstack/react-router'
import { Command, Keyboard, type LucideIcon, UsersRound, Workflow } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import { cn } from '../../../ui/cn.ts'
import { texts } from './first-steps.texts.ts'

export type FirstStepsProps = {
  onOpenPalette: () => void
  onOpenShortcuts: () => void
  /** How the palette's key is written on this computer. */
  paletteKey: string
  /** Keys are no help where there is no keyboard. */
  keyboard: boolean
  /** Nobody else can be here before there is an organisation. */
  alone: boolean
  mayDesign: boolean
}

const target = 'max-[759px]:min-h-11'

/** What a person can do before there is any work. */
export function FirstSteps(props: FirstStepsProps) {
  const { onOpenPalette, onOpenShortcuts, paletteKey, keyboard, alone, mayDesign } = props
  return (
    <section aria-labelledby="first-steps" className="@container">
      <h2 id="first-steps" className="mb-3 text-lg">
        {texts.firstSteps}
      </h2>
      <ul className="grid gap-3 @min-[560px]:grid-cols-2">
        {mayDesign && (
          <Step icon={Workflow} title={texts.design} note={texts.designNote} wide={!alone}>
            <Link to="/workflow-templates" className={cn(buttonClass({ size: 'sm' }), target)}>
              {texts.openTemplates}
            </Link>
          </Step>
        )}
        {alone && (
          <Step icon={UsersRound} title={texts.others} note={texts.othersNote}>
            <Link to="/org-profile" className={cn(buttonClass({ size: 'sm' }), target)}>
              {texts.createOrganization}
            </Link>
          </Step>
        )}
        <Step icon={Command} title={texts.palette} note={texts.paletteNote}>
          <Button size="sm" className={target} {...(keyboard && { kbd: paletteKey })} onClick={onOpenPalette}>
            {texts.openPalette}
          </Button>
        </Step>
        {keyboard && (
          <Step icon={Keyboard} title={texts.shortcuts} note={texts.shortcutsNote}>
            <Button size="sm" kbd="?" onClick={onOpenShortcuts}>
              {texts.openShortcuts}
            </Button>
          </Step>
        )}
      </ul>
    </section>
  )
}

type StepProps = { icon: LucideIcon; title: string; note: string; wide?: boolean; children: ReactNode }

function Step({ icon: Icon, title, note, wide, children }: StepProps) {
  return (
    <li
      className={cn(
        'card flex flex-col rounded-lg border bg-card px-4 pt-3.5 pb-4 shadow-xs',
        wide && '@min-[560px]:col-span-2',
      )}
    >
      <h3 className="flex items-center gap-2 text-sm tracking-normal">
        <Icon size={16} strokeWidth={1.8} aria-hidden className="text-accent-text" />
        {title}
      </h3>
      <p className="mt-1 mb-3.5 flex-1 text-fg-3">{note}</p>
      <div>{children}</div>
    </li>
  )
}
