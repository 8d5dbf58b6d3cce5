import { getFamily, type ServiceFamily } from './dispatch';

type ComponentTemplate = { component: string; description: string; estimatedTime: number };

const DEFAULT_COMPONENTS: Record<ServiceFamily, readonly ComponentTemplate[]> = {
  residential: [
    { component: 'Kitchen', description: 'Counters, sink, appliance fronts, cupboard doors and floor', estimatedTime: 45 },
    { component: 'Bathrooms', description: 'Tub, shower, toilet, mirrors and floor, disinfected', estimatedTime: 60 },
    { component: 'Living areas and bedrooms', description: 'Dusting, surfaces, beds made, bins emptied', estimatedTime: 30 },
    { component: 'Floors and final walk-through', description: 'Vacuum, mop, and a last look at every room', estimatedTime: 20 },
  ],
  commercial: [
    { component: 'Work areas', description: 'Desks, meeting rooms, reception and touch points', estimatedTime: 90 },
    { component: 'Washrooms', description: 'Disinfected, dried and restocked', estimatedTime: 30 },
    { component: 'Floors', description: 'Vacuum carpets, mop hard floors, entrance mats', estimatedTime: 45 },
    { component: 'Waste and lock-up', description: 'Bins, recycling, lights, alarm and doors', estimatedTime: 15 },
  ],
  specialty: [
    { component: 'Assessment and preparation', description: 'Inspect, test a spot, protect what stays', estimatedTime: 30 },
    { component: 'Specialty treatment', description: 'The carpet, window, upholstery or after-build work itself', estimatedTime: 120 },
    { component: 'Inspection', description: 'Check the result together with the client', estimatedTime: 20 },
  ],
  emergency: [
    { component: 'Safety check', description: 'Hazards, water, power and what to save first', estimatedTime: 15 },
    { component: 'Emergency clean-up', description: 'Remove water, soil and debris', estimatedTime: 90 },
    { component: 'Disinfect and dry', description: 'Treat surfaces, set up drying, take out the waste', estimatedTime: 60 },
  ],
};

/** Returns the components that a new work order of a service starts with; times in minutes. */
export const defaultComponents = (serviceType: string): readonly ComponentTemplate[] => DEFAULT_COMPONENTS[getFamily(serviceType)];
