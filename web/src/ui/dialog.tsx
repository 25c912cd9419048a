import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactElement, type ReactNode, useRef } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { cn } from './cn.ts'
import { dialogBackdrop, dialogBox } from './dialog-style.ts'
import { IconButton } from './icon-button.tsx'
import { uiTexts } from './ui.texts.ts'

type DialogProps = {
  /** Given where it is closed by this alone; else it is open for as long as it is there. */
  open?: boolean
  onClose?: () => void
  title: string
  note?: ReactNode
  width?: number
  /** Shows what cannot be shown again: Escape and a press beside it do not close it. */
  stays?: boolean
  /** What the dialog is for: the last button, after the one that leaves. */
  action?: ButtonProps & { label: string }
  cancelLabel?: string
  /** What stands before those two, or other buttons in their place; DialogClose for one that leaves. */
  footer?: ReactNode
  children: ReactNode
}

const FIELD = ':is(input:not([type=hidden]), textarea, select):not(:disabled)'

/** Focus starts on what is marked `data-first`, else the first field, else the first button below, never on Close. */
export function Dialog(props: DialogProps) {
  const { open = true, onClose, title, note, width = 480, stays = false, action, footer } = props
  const box = useRef<HTMLDivElement>(null)
  const footing = useRef<HTMLDivElement>(null)
  const first = () =>
    box.current?.querySelector<HTMLElement>('[data-first]') ??
    box.current?.querySelector<HTMLElement>(FIELD) ??
    footing.current?.querySelector<HTMLElement>('button') ??
    true
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { reason }) => {
        if (next || (stays && reason !== 'close-press')) return
        onClose?.()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={dialogBackdrop} />
        <Base.Popup
          ref={box}
          initialFocus={first}
          style={{ width }}
          className={cn(dialogBox, 'flex max-h-[calc(100dvh-64px)] flex-col overflow-hidden')}
        >
          <div className="flex items-start gap-3 px-5 pt-4 pb-3">
            <div className="min-w-0 flex-1">
              <Base.Title className="text-lg font-semibold wrap-anywhere">{title}</Base.Title>
              {note && <Base.Description className="text-sm text-fg-3">{note}</Base.Description>}
            </div>
            <Base.Close render={<IconButton label={uiTexts.close} icon={X} className="-mr-1.5" />} />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{props.children}</div>
          {(footer || action) && (
            <div
              ref={footing}
              data-foot
              className="flex items-center justify-end gap-2 border-t bg-surface-2 px-5 py-3 max-[519px]:flex-wrap dark:bg-transparent"
            >
              {footer}
              {action && <DialogActions cancelLabel={props.cancelLabel} {...action} />}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

type DialogActionsProps = ButtonProps & { label: string; cancelLabel: string | undefined }

function DialogActions({ label, cancelLabel = uiTexts.cancel, ...action }: DialogActionsProps) {
  return (
    <>
      <DialogClose>
        <Button>{cancelLabel}</Button>
      </DialogClose>
      <Button variant="primary" {...action}>
        {label}
      </Button>
    </>
  )
}

export function DialogClose({ children }: { children: ReactElement }) {
  return <Base.Close render={children} />
}
