import { Check, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Metric } from '../../ui/metric.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { StatusGlyph } from '../../ui/status-glyph.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { tabLine, tabRow } from '../../ui/tab-style.ts'
import { Group, Sample } from './sample.tsx'

export function Surfaces() {
  const [overdue, setOverdue] = useState(false)
  const [open, setOpen] = useState(true)
  return (
    <Group title="Surfaces">
      <Sample name="Metric" stack>
        <div className="grid grid-cols-3 gap-3">
          <Metric label="Pending" value={3} note="1 due today" glyph={<StatusGlyph status="pending" />} />
          <Metric
            label="Overdue"
            value={2}
            note="Oldest: 2 days"
            alarming
            glyph={<StatusGlyph status="overdue" />}
            pressed={overdue}
            onPress={() => setOverdue(!overdue)}
          />
          <Metric label="For Review" value={12} pressed onPress={() => setOverdue(!overdue)} />
        </div>
      </Sample>
      <Sample name="Card" stack>
        <div className="grid grid-cols-2 gap-3">
          <Card title="Organization" note="What everyone sees" action={<Button size="sm">Edit</Button>}>
            <p className="px-5 py-4">Harbor &amp; Vale</p>
          </Card>
          <Card title="Delete Account" tone="danger">
            <p className="px-5 py-4">Everything you own goes with it.</p>
          </Card>
        </div>
      </Sample>
      <Sample name="ScreenHeader, Panel" stack>
        <div className="@container relative flex h-96 flex-col overflow-hidden rounded-lg border">
          <ScreenHeader title="Members" part="People" count={24} tabs={<SampleTabs />}>
            <Button variant="primary" icon={UserPlus}>
              Add New Member
            </Button>
          </ScreenHeader>
          <div className="relative flex min-h-0 flex-1">
            <div className="flex-1 p-4">
              <Button onClick={() => setOpen(!open)}>Toggle panel</Button>
            </div>
            {open && (
              <Panel
                title="CTR-064-4"
                onClose={() => setOpen(false)}
                footer={
                  <Button variant="primary" icon={Check} className="flex-1">
                    Complete Task
                  </Button>
                }
              >
                <p className="text-xl font-semibold">Redline clause 9.2, liability cap</p>
                <div className="mt-3">
                  <StatusPill status="in_progress" label="In Progress" />
                </div>
              </Panel>
            )}
          </div>
        </div>
      </Sample>
    </Group>
  )
}

function SampleTabs() {
  return (
    <nav aria-label="Members" className={`${tabRow} ml-4 h-14`}>
      <a href="#main" aria-current="page" className={tabLine}>
        People
      </a>
      <a href="#main" className={tabLine}>
        Roles and permissions
      </a>
    </nav>
  )
}
