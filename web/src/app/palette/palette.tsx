import { Dialog } from '@base-ui/react/dialog'
import type { CurrentUser } from '@throughline/contracts/auth'
import { useRef, useState } from 'react'
import { cn } from '../../ui/cn.ts'
import { dialogBackdrop } from '../../ui/dialog-style.ts'
import { texts } from './palette.texts.ts'
import { PaletteBody } from './palette-body.tsx'

type PaletteProps = {
  request: { words: string; fromBox: boolean } | null
  user: CurrentUser
  onClose: () => void
}

export function Palette({ request, user, onClose }: PaletteProps) {
  const input = useRef<HTMLInputElement>(null)
  /** After going somewhere the new page takes the focus, not the place that opened the palette. */
  const gone = useRef(false)
  const leave = () => {
    gone.current = true
    onClose()
  }
  const onOpenChange = (open: boolean) => {
    gone.current = false
    if (!open) onClose()
  }
  // Asked for again while it still closes, it is a dialog of its own: the old one is done with placing the focus.
  const isOpen = request !== null
  const [opening, setOpening] = useState({ isOpen, count: 0 })
  if (opening.isOpen !== isOpen) setOpening({ isOpen, count: opening.count + (isOpen ? 1 : 0) })
  return (
    <Dialog.Root key={opening.count} open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogBackdrop} />
        <Dialog.Popup
          aria-label={texts.title}
          initialFocus={input}
          finalFocus={() => !gone.current}
          className={cn(
            'fade-motion fixed top-[13vh] left-1/2 z-(--z-dialog) flex max-h-[min(520px,76vh)] w-160 max-w-[calc(100vw-32px)]',
            '-translate-x-1/2 flex-col overflow-hidden rounded-xl border bg-overlay shadow-lg outline-none',
          )}
        >
          {request && (
            <PaletteBody input={input} start={request.words} searching={request.fromBox} user={user} onLeave={leave} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
