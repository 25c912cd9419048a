import { catalogue } from '../../ui/catalogue.ts'

/** What the starters say until somebody writes over it. */
export const starterTexts = catalogue({
  company: {
    name: 'Company site',
    note: 'Home, About, Offerings, Contact',
    hero: 'Say what you do in one line',
    lead: 'Two sentences about who you work for and what they can expect. Keep it short, and leave the rest to the other pages.',
    action: '[Get in touch](/contact)',
    proof: 'What clients count on',
    proofText: 'One promise you keep every time, with a figure if you have one.',
    services: 'What we offer',
    service: '**The first service.** What you take over, and what the client still decides.',
    about: 'Who we are',
    aboutText: 'How long you have been doing this, where you are, and who answers the phone.',
    offerings: 'Our services',
    offeringsText: '**Service one.** What is included.\n\n**Service two.** What is included.',
    contact: 'Contact',
    contactText: 'Write to [hello@example.com](mailto:hello@example.com), or use the form.',
  },
  handbook: {
    name: 'Handbook',
    note: 'One heading per question',
    hero: 'How we work with you',
    lead: 'Dates, people, and limits, on one page.',
    calendar: 'Calendar',
    calendarText: 'Each month, with the day you’ll hear from us.',
    people: 'Who answers what',
    peopleText: 'One named person to start with, and one behind them.',
    limits: 'What needs your approval',
    limitsText: 'Amounts, contracts, and anything new.',
  },
  onePage: {
    name: 'One page with a form',
    note: 'A question, a form, an address',
    hero: 'Tell us what you need',
    lead: 'We reply within one business day.',
    form: 'Send us a few details',
    formText: 'Choose a form below. Each response can start a workflow.',
    address: 'Where to find us',
    addressText: 'Street, city, and opening hours.',
  },
})
