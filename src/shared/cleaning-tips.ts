/**
 * Tips for social posts, based on product labels, public health advice (Health Canada, CDC) and manufacturers' care notes. They promise
 * no results and name no brands.
 */
export const CLEANING_TIPS = [
  'Clean from the top down: dust falls, so do shelves first and floors last.',
  'Never mix bleach with ammonia, vinegar or any other cleaner. The fumes are dangerous.',
  'Give a disinfectant the minutes its label asks for. Wiped off at once, it has no time to work.',
  'Wash with soap first, then disinfect: dirt keeps a disinfectant from reaching the surface.',
  'Spray the cloth, not the screen. Liquid that runs into the edge of a display can harm it.',
  'Shoes off at the door. Much of the grit on a floor comes in on soles.',
  'A mat outside and one inside catch sand and winter salt before the floor does.',
  'Keep vinegar and other acids off marble, limestone and travertine. They etch the stone.',
  'Blot a carpet spill, do not rub. Work from the edge to the middle so that it does not spread.',
  'Fold a cloth in four and you have eight clean sides. Turn it as each one fills up.',
  'Use one colour of cloth for the bathroom and another for the kitchen, so that germs stay where they are.',
  'Wash microfibre without fabric softener. Softener coats the fibres that pick up dust.',
  'Run the bathroom fan for half an hour after a shower. Dry walls give mould less to live on.',
  'Light switches, taps and door handles are touched all day. Put them on the weekly list.',
  'Empty the vacuum before it is full. It pulls better with room in the bag or the bin.',
  'Clean windows on a dull day. In full sun the cleaner dries before you wipe, and leaves streaks.',
  'Rinse after you mop with soap. What stays behind makes the floor dull and draws dirt.',
  'Cutting boards for raw meat: hot soapy water first, then sanitize, then let them dry standing.',
  'Change or wash the kitchen sponge often. It is damp all day, and that is what bacteria like.',
  'Clean the lint screen of the dryer after every load. Lint that builds up can catch fire.',
  'Ten minutes every evening keep the weekend free: counters, sink, one basket of things to put away.',
  'Keep cleaners in their own bottles with the label on, out of the reach of children and pets.',
] as const;
