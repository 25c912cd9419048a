import { catalogue } from '../../ui/catalogue.ts'

/** Words of the specification, verbatim. */
export const spec = catalogue({
  prompt: 'Join our waitlist to get early access',
  join: 'Join Waitlist',
  thanks: 'Thank you for your interest',
  about: 'About',
  contact: 'Contact',
})

export const texts = catalogue({
  title: 'Throughline: documents, workflows, and people on one line',
  product: 'Throughline',
  open: 'Sign in',
  kicker: 'Intelligent automation for modern business',
  hero: 'Every step, one line.',
  intro:
    'Your documents, the workflows they move through, and the people who act on them, all in one place. You always know what’s waiting, for whom, and since when.',
  register: 'Create an account',
  placeholder: 'name@company.com',
  menu: 'Main menu',
  sections: {
    flow: {
      title: 'Streamline your workflow',
      text: 'Draw a process once: steps, approvals, conditions, deadlines. Run it as often as you need, and every run keeps the version it began with.',
    },
    oversight: {
      title: 'Smart process oversight',
      text: 'Watch work as it happens. See which step holds things up, by how much, and open exactly the cases behind each number.',
    },
    integration: {
      title: 'Seamless integration with your business apps',
      text: 'Connect the tools you use. Each call is sent once, and a key that was seen before starts nothing twice.',
    },
  },
  aboutTitle: 'About Throughline',
  aboutText:
    'Throughline keeps documents, the workflows they belong to, and the people who act on them in one place. Everything that happens leaves a trace you can follow back.',
  social: 'Throughline elsewhere',
  rights: (year: number) => `© ${year} Throughline`,
})
