import { configure } from '@testing-library/dom';

// A busy machine draws late; what never comes still fails.
configure({ asyncUtilTimeout: 5000 });
