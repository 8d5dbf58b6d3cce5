import * as shapes from '../../shared/ratings';
import { forOffice, router } from '../trpc';
import * as service from './service';

export const ratingsRouter = router({
  list: forOffice.query(shapes.ratingListInput, shapes.ratingList, service.listRatings),
  figures: forOffice.query(shapes.ratingFiguresInput, shapes.ratingFigures, service.getRatingFigures),
});
