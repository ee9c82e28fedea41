module skyshelf/kube/pause

go 1.21
