import { type RefObject, useState } from 'react'
import { Tabs } from '../../../ui/tabs.tsx'
import { spec, texts } from '../builder.texts.ts'
import { ElementFields } from './element-fields.tsx'
import { ElementsPanel } from './elements-panel.tsx'
import { PagesPanel } from './pages-panel.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import type { Site } from './use-site.ts'
import type { View } from './use-view.ts'

type Part = 'elements' | 'pages' | 'settings'

type SidebarProps = {
  site: Site
  view: View
  panel: Parameters<typeof ElementsPanel>[0]
  fields: RefObject<HTMLDivElement | null>
  onAddPage: () => void
}

export function Sidebar({ site, view, panel, fields, onAddPage }: SidebarProps) {
  const [part, setPart] = useState<Part>('elements')
  const { elements, selected, acts } = panel.keys
  const chosen = elements.find(({ id }) => id === selected)
  const websiteId = site.website?.id
  return (
    <aside aria-label={texts.sidebar} className="w-71 shrink-0 overflow-y-auto border-r">
      <Tabs<Part>
        label={texts.sidebar}
        value={part}
        onChange={setPart}
        inset
        items={[
          {
            value: 'elements',
            label: spec.elements,
            content: (
              <>
                <ElementsPanel {...panel} />
                <div ref={fields}>
                  {chosen && (
                    <ElementFields
                      key={chosen.id}
                      element={chosen}
                      website={site.website}
                      onChange={acts.change}
                      onPicture={acts.changePicture}
                    />
                  )}
                </div>
              </>
            ),
          },
          {
            value: 'pages',
            label: spec.pages,
            content: (
              <PagesPanel
                content={site.content}
                moves={site.website?.moves ?? []}
                current={view.page?.id}
                onOpen={view.open}
                onAdd={onAddPage}
                onChange={site.edit}
              />
            ),
          },
          {
            value: 'settings',
            label: spec.settings,
            content: <SettingsPanel content={site.content} websiteId={websiteId} onChange={site.edit} />,
          },
        ]}
      />
    </aside>
  )
}
