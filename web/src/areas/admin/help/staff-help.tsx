import { CircleHelp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { layerIsOpen } from '../../../ui/key-target.ts'
import { HelpSection } from '../../help/parts/help-section.tsx'
import { texts } from './staff-help.texts.ts'

const SECTIONS = Object.entries(texts.sections).map(([address, section]) => ({ address, ...section }))

/** Help of this host, which is about none of the product's own screens. F1 opens it, too. */
export function StaffHelp() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F1') return
      event.preventDefault()
      if (!layerIsOpen()) setOpen(true)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <Button variant="ghost" icon={CircleHelp} aria-keyshortcuts="F1" onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={texts.title} note={texts.note} width={640}>
        <div className="space-y-5">
          {SECTIONS.map((section) => (
            <HelpSection key={section.address} section={section} />
          ))}
        </div>
      </Dialog>
    </>
  )
}
