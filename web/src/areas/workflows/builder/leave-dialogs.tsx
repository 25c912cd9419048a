import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { type ReactNode, useRef, useState } from 'react'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { dialogBackdrop, dialogBox } from '../../../ui/dialog-style.ts'
import { spec, texts } from '../builder.texts.ts'

type Exit = { label: string; danger?: boolean; act: () => void | Promise<unknown> }

type LeaveDialogProps = { title: string; note: ReactNode; exits: readonly Exit[]; onStay: () => void }

/** A question with more than one way out. Focus starts on staying. */
export function LeaveDialog({ title, note, exits, onStay }: LeaveDialogProps) {
  const stay = useRef<HTMLButtonElement>(null)
  const [busy, setBusy] = useState<string>()
  const go = async ({ label, act }: Exit) => {
    setBusy(label)
    try {
      await act()
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <Base.Root open onOpenChange={(open) => !open && onStay()}>
      <Base.Portal>
        <Base.Backdrop className={dialogBackdrop} />
        <Base.Popup initialFocus={stay} className={cn(dialogBox, 'w-115 p-5')}>
          <Base.Title className="text-lg font-semibold">{title}</Base.Title>
          <Base.Description className="mt-1.5 text-md text-fg-2">{note}</Base.Description>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Base.Close
              ref={stay}
              render={
                <Button className="focus:outline-2 focus:outline-offset-2 focus:outline-focus">
                  {texts.leave.keepEditing}
                </Button>
              }
            />
            {exits.map((exit) => (
              <Button
                key={exit.label}
                variant={exit.danger ? 'danger' : 'secondary'}
                busy={busy === exit.label}
                disabled={busy !== undefined && busy !== exit.label}
                onClick={() => void go(exit)}
              >
                {exit.label}
              </Button>
            ))}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

type DiscardDialogProps = { others: string; onDiscard: () => Promise<boolean>; onClose: () => void }

export function DiscardDialog({ others, onDiscard, onClose }: DiscardDialogProps) {
  return (
    <AlertDialog
      onClose={onClose}
      title={spec.discard}
      cancelLabel={texts.leave.keepEditing}
      confirmLabel={texts.leave.discard}
      onConfirm={onDiscard}
    >
      {others && texts.leave.others(others)}
    </AlertDialog>
  )
}

type UnsentDialogProps = { broken: boolean; onAnswer: (leave: boolean) => void }

/** `broken`: a text that cannot be read, which nobody keeps. */
export function UnsentDialog({ broken, onAnswer }: UnsentDialogProps) {
  return (
    <AlertDialog
      onClose={() => onAnswer(false)}
      title={broken ? texts.leave.brokenTitle : texts.leave.unsentTitle}
      cancelLabel={texts.leave.stay}
      confirmLabel={texts.leave.unsentLeave}
      onConfirm={() => onAnswer(true)}
    >
      {broken ? texts.leave.brokenNote : texts.leave.unsentNote}
    </AlertDialog>
  )
}
