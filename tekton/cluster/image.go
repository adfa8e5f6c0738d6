package main

import (
	"fmt"
	"strconv"
	"strings"
)

// image stands for one that a registry would have: files of this machine, and what its configuration says.
type image struct {
	Name   string   `json:"name"`
	Files  []mount  `json:"files"`
	Env    []string `json:"env"`
	User   string   `json:"user"`
	Entry  []string `json:"entrypoint"`
	Folder string   `json:"workingDir"`
}

// ids are the image's user and group. A name can't be checked against runAsNonRoot, so the kubelet refuses it there.
func (i *image) ids() (user, group int, isNumeric bool, err error) {
	if i.User == "" {
		return 0, 0, true, nil
	}
	name, groupName, hasGroup := strings.Cut(i.User, ":")
	user, err = strconv.Atoi(name)
	if err != nil {
		return 0, 0, false, nil
	}
	if hasGroup {
		group, err = strconv.Atoi(groupName)
		if err != nil {
			return 0, 0, false, fmt.Errorf("group %q of image %s is no number", groupName, i.Name)
		}
	}
	return user, group, true, nil
}
