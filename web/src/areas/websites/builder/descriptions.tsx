import { MAX_LINE_LENGTH, type WebsiteContent, type WebsiteElement } from '@throughline/contracts/website-content'
import type { Website } from '@throughline/contracts/websites'
import { TriangleAlert } from 'lucide-react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Input } from '../../../ui/input.tsx'
import { texts as builderTexts } from '../builder.texts.ts'
import { changeElement } from './model.ts'
import { pictureUrl } from './site-html.ts'

const texts = builderTexts.publishing

type Image = Extract<WebsiteElement, { type: 'image' }>
type Description = Pick<Image, 'alt' | 'decorative'>

/** By the id of the image. */
export type Descriptions = ReadonlyMap<string, Description>

/** Images that people who cannot see them would miss, each with its number among the images of its page. */
export const undescribedImages = ({ problems, pages }: Pick<Website, 'problems' | 'pages'>) =>
  problems.flatMap(({ code, page: pageId, element }) => {
    const page = pages.find(({ id }) => id === pageId)
    const images = page?.elements.filter(({ type }) => type === 'image') ?? []
    const at = images.findIndex(({ id }) => id === element)
    const image = images[at]
    return code === 'alt_missing' && page && image?.type === 'image' ? [{ page, image, number: at + 1 }] : []
  })

export function withDescriptions(content: WebsiteContent, descriptions: Descriptions): WebsiteContent {
  const images = content.pages.flatMap(({ id: page, elements }) => elements.map((element) => ({ page, element })))
  return images.reduce((changed, { page, element }) => {
    const given = descriptions.get(element.id)
    return given && element.type === 'image' ? changeElement(changed, page, { ...element, ...given }) : changed
  }, content)
}

/** In pixels. */
const THUMBNAIL = 96

type MissingProps = {
  websiteId: string
  missing: ReturnType<typeof undescribedImages>
  descriptions: Descriptions
  onChange: (descriptions: Descriptions) => void
}

/** Written right there, before it is published. */
export function MissingDescriptions({ websiteId, missing, descriptions, onChange }: MissingProps) {
  return missing.map(({ page, image: { id, src }, number }) => {
    const { alt: text, decorative = false } = descriptions.get(id) ?? { alt: '' }
    const change = (given: Description) => onChange(new Map([...descriptions, [id, given]]))
    return (
      <fieldset key={id} className="mt-4 rounded-md border border-warning-border bg-warning-bg px-3 pb-3 text-sm">
        <legend className="float-left mt-2.5 mb-2 flex w-full items-center gap-2 font-medium text-warning-fg">
          <TriangleAlert size={14} aria-hidden />
          {texts.undescribed(number, page.title)}
        </legend>
        <div className="clear-left flex items-center gap-3">
          <img
            src={`${pictureUrl(websiteId, src)}?w=${THUMBNAIL}`}
            alt=""
            className="h-12 w-16 shrink-0 rounded-sm bg-surface-3 object-contain"
          />
          <Input
            aria-label={texts.descriptionOf(number, page.title)}
            placeholder={texts.describe}
            value={text}
            maxLength={MAX_LINE_LENGTH}
            disabled={decorative}
            onChange={(event) => change({ alt: event.target.value, decorative })}
            className="min-w-0 flex-1"
          />
          <Checkbox
            aria-label={texts.decorativeImage(number, page.title)}
            checked={decorative}
            onChange={(isOn) => change({ alt: text, decorative: isOn })}
          >
            {texts.decorative}
          </Checkbox>
        </div>
      </fieldset>
    )
  })
}
