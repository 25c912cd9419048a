import { BellRing, Laptop } from 'lucide-react'
import { useState } from 'react'
import { desktopState, showDesktopNotice, turnDesktopOff, turnDesktopOn } from '../../../../shared/desktop-notices.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import { texts } from '../notifications.texts.ts'

const { device } = texts
const HINTS = { on: device.on, off: device.on, blocked: device.blocked, missing: device.missing }

/** The browser asks for permission only when the switch is pressed. */
export function DeviceCard() {
  const [state, setState] = useState(desktopState)
  const toggle = async (on: boolean) => setState(on ? await turnDesktopOn() : turnDesktopOff())
  return (
    <Card title={device.title}>
      <div className="flex items-center gap-3 border-b px-5 py-3">
        <Laptop size={16} aria-hidden className="shrink-0 text-fg-3" />
        <Switch
          className="flex-1"
          checked={state === 'on'}
          disabled={state === 'blocked' || state === 'missing'}
          onChange={(on) => void toggle(on)}
          hint={HINTS[state]}
        >
          {device.name}
        </Switch>
      </div>
      <div className="px-5 py-3">
        <Button
          size="sm"
          icon={BellRing}
          disabled={state !== 'on'}
          onClick={() => showDesktopNotice({ title: device.testTitle, body: device.testBody, tag: 'test' })}
        >
          {device.test}
        </Button>
      </div>
    </Card>
  )
}
